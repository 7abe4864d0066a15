import { Databases, type Client, type Models } from 'appwrite';
import { api } from '#contract/addresses.ts';
import { collectionOfKind } from '#contract/collections.ts';
import type { MaterialDocument } from '#contract/document.ts';
import type { Site } from '#contract/shelf.ts';
import { materialFromDocument } from '#contract/to-document.ts';
import type { Material, MaterialKind } from '#domain/material.ts';
import { problemOf } from '#app/features/session/library-problem.ts';

/** What a record is made of once its files are in the library. */
export type MaterialDraft = {
  title: string;
  subject: string;
  facultyId: string;
  semesterId: string;
  year: number | null;
  fileId: string;
  /** Books only; null for the first page as cover. */
  coverFileId: string | null;
};

type Place = { client: Client; site: Site };

/**
 * Creates the record, after which the material is on the shelf. The id is made beforehand and kept, so that creating
 * again after a lost answer finds the record instead of making a second one.
 */
export async function createMaterial(
  { client, site }: Place,
  kind: MaterialKind,
  id: string,
  draft: MaterialDraft,
): Promise<Material> {
  const databases = new Databases(client);
  const place = { databaseId: site.ids.databaseId, collectionId: collectionOfKind[kind], documentId: id };
  try {
    return toMaterial(kind, await databases.createDocument({ ...place, data: toNewData(site, kind, draft) }));
  } catch (error) {
    if (problemOf(error)?.type !== 'document_already_exists') throw error;
    return toMaterial(kind, await databases.getDocument(place));
  }
}

/** Writes every field of the record anew. */
export async function updateMaterial(
  { client, site }: Place,
  { kind, id }: Material,
  draft: MaterialDraft,
): Promise<Material> {
  const document = await new Databases(client).updateDocument({
    databaseId: site.ids.databaseId,
    collectionId: collectionOfKind[kind],
    documentId: id,
    data: toData(site, kind, draft),
  });
  return toMaterial(kind, document);
}

/** The SDK knows the `$` keys of a document alone; ours carry the attributes of their collection beside them. */
function toMaterial(kind: MaterialKind, document: Models.Document): Material {
  return materialFromDocument(kind, document as MaterialDocument);
}

/** The attributes the specification names for a new record (section 7): a book has no year, unless Edit gives it one. */
function toNewData(site: Site, kind: MaterialKind, draft: MaterialDraft) {
  const { year, ...data } = toData(site, kind, draft);
  return kind === 'book' ? data : { ...data, year };
}

/** Every attribute of a record. */
function toData(site: Site, kind: MaterialKind, draft: MaterialDraft) {
  const { title, subject, facultyId, semesterId, year, fileId, coverFileId } = draft;
  const shared = { subject, title: title.trim(), facultyId, semesterId, downloadUrl: addressOfFile(site, fileId) };
  if (kind === 'book') return { ...shared, year, coverImageUrl: coverFileId && addressOfFile(site, coverFileId) };
  return { ...shared, year };
}

/** The preview URL that becomes downloadUrl (specification 7). */
export function addressOfFile(site: Site, fileId: string): string {
  return site.publicUrl + api.filePreview(site.ids, fileId);
}
