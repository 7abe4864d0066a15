import { Storage } from 'appwrite';
import type { SameMaterialsAnswer } from '#contract/additions.ts';
import { api } from '#contract/addresses.ts';
import { kindOfCollection } from '#contract/collections.ts';
import type { FileAnswer } from '#contract/document.ts';
import { isHidden } from '#contract/permissions.ts';
import { materialFromDocument } from '#contract/to-document.ts';
import type { Material } from '#domain/material.ts';
import type { LibraryConnection } from './material-records.ts';

/**
 * A material whose file has exactly the same bytes, or null: to warn before a duplicate is published. A hidden one only if
 * there is no other.
 */
export async function findDuplicate({ client }: LibraryConnection, stored: FileAnswer): Promise<Material | null> {
  const address = new URL(api.sameMaterials(stored.$id), location.origin);
  const { documents }: SameMaterialsAnswer = await client.call('get', address);
  const found = documents.flatMap((document) => {
    const kind = kindOfCollection(document.$collectionId);
    return kind ? [materialFromDocument(kind, document)] : [];
  });
  return found.find(({ permissions }) => !isHidden(permissions)) ?? found[0] ?? null;
}

/** Deletes the uploaded file after its bytes were found to be published already. */
export async function removeDuplicateFile({ client, site }: LibraryConnection, fileId: string): Promise<void> {
  await new Storage(client).deleteFile({ bucketId: site.ids.bucketId, fileId });
}
