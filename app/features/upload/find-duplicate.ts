import { Databases, Storage } from 'appwrite';
import { collectionOfKind } from '#contract/collections.ts';
import type { FileAnswer, MaterialDocument } from '#contract/document.ts';
import { equal } from '#contract/query.ts';
import { materialFromDocument } from '#contract/to-document.ts';
import { writeQueries } from '#contract/write-queries.ts';
import { materialKinds, type Material } from '#domain/material.ts';
import { addressOfFile, type LibraryConnection } from './material-records.ts';

/** Enough to find a published one among files with the same bytes. */
const comparedFiles = 50;

/** A published material whose file has exactly the same bytes, or null: to warn before a duplicate is published. */
export async function findDuplicate({ client, site }: LibraryConnection, stored: FileAnswer): Promise<Material | null> {
  const { databaseId, bucketId } = site.ids;
  if (stored.signature === '') return null;
  const sameBytes = writeQueries({ filters: [equal('signature', stored.signature)], limit: comparedFiles });
  const { files } = await new Storage(client).listFiles({ bucketId, queries: sameBytes });
  const addresses = files.filter((file) => file.$id !== stored.$id).map((file) => addressOfFile(site, file.$id));
  if (addresses.length === 0) return null;
  const databases = new Databases(client);
  const queries = writeQueries({ filters: [equal('downloadUrl', ...addresses)], limit: 1 });
  for (const kind of materialKinds) {
    const found = await databases.listDocuments({ databaseId, collectionId: collectionOfKind[kind], queries });
    const [first] = found.documents;
    if (first) return materialFromDocument(kind, first as unknown as MaterialDocument);
  }
  return null;
}

/** Deletes the uploaded file after its bytes were found to be published already. */
export async function removeDuplicateFile({ client, site }: LibraryConnection, fileId: string): Promise<void> {
  await new Storage(client).deleteFile({ bucketId: site.ids.bucketId, fileId });
}
