import { Databases, type Client, type Models } from 'appwrite';
import { api } from '#contract/addresses.ts';
import { collectionOfKind } from '#contract/collections.ts';
import type { MaterialDocument } from '#contract/document.ts';
import type { Site } from '#contract/shelf.ts';
import { materialFromDocument } from '#contract/to-document.ts';
import { unchangedSinceHeader } from '#contract/appwrite/unchanged-since.ts';
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

/** The record as it now is. */
export async function readMaterial({ client, site }: Place, { kind, id }: Material): Promise<Material> {
  const { databaseId } = site.ids;
  const place = { databaseId, collectionId: collectionOfKind[kind], documentId: id };
  return toMaterial(kind, await new Databases(client).getDocument(place));
}

/**
 * Changes these attributes of a record. Refused with `document_update_conflict` when somebody else has changed it since
 * `material` was read; the SDK's `updateDocument` cannot ask for that.
 */
export async function changeMaterial(
  { client, site }: Place,
  { kind, id, updatedAt }: Material,
  changes: Partial<MaterialDraft>,
): Promise<Material> {
  const address = new URL(api.document(site.ids, collectionOfKind[kind], id), location.origin);
  const headers = {
    'content-type': 'application/json',
    'X-Appwrite-Project': site.ids.projectId,
    [unchangedSinceHeader]: updatedAt,
  };
  return toMaterial(kind, await client.call('patch', address, headers, { data: toAttributes(site, changes) }));
}

/** Takes a record out of the trash. */
export async function restoreMaterial({ client }: Place, { id }: Material): Promise<void> {
  const address = new URL(api.restoreMaterial(id), location.origin);
  await client.call('post', address, { 'content-type': 'application/json' }, {});
}

/** The SDK knows the `$` keys of a document alone; ours carry the attributes of their collection beside them. */
function toMaterial(kind: MaterialKind, document: Models.Document): Material {
  return materialFromDocument(kind, document as MaterialDocument);
}

/** The attributes the specification names for a new record (section 7): a book has no year, unless Edit gives it one. */
function toNewData(site: Site, kind: MaterialKind, draft: MaterialDraft) {
  const { year, coverFileId, ...shared } = draft;
  return toAttributes(site, kind === 'book' ? { ...shared, coverFileId } : { ...shared, year });
}

/** The parts of a draft as the record's attributes; what is not there stays away. */
function toAttributes(site: Site, { title, fileId, coverFileId, ...shared }: Partial<MaterialDraft>) {
  return {
    ...shared,
    ...(title !== undefined && { title: title.trim() }),
    ...(fileId !== undefined && { downloadUrl: addressOfFile(site, fileId) }),
    ...(coverFileId !== undefined && { coverImageUrl: coverFileId && addressOfFile(site, coverFileId) }),
  };
}

/** The preview URL that becomes downloadUrl (specification 7). */
export function addressOfFile(site: Site, fileId: string): string {
  return site.publicUrl + api.filePreview(site.ids, fileId);
}
