import { Databases, type Client, type Models } from 'appwrite';
import { api } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import { collectionOfKind } from '#contract/collections.ts';
import type { MaterialDocument } from '#contract/schemas/document.ts';
import type { Site } from '#contract/shelf.ts';
import { materialFromDocument, writeAttributes } from '#contract/appwrite/to-document.ts';
import { unchangedSinceHeader } from '#contract/appwrite/unchanged-since.ts';
import type { Material, MaterialChange, MaterialDraft, MaterialKind } from '#domain/material.ts';
import { problemOf } from '#app/features/session/library-problem.ts';

/** The library and a client for it. */
export type LibraryConnection = { client: Client; site: Site };

/**
 * Creates the record, which publishes the material. The caller provides the id, so that a retry after a lost response
 * finds the record instead of creating a second one.
 */
export async function createMaterial(
  { client, site }: LibraryConnection,
  kind: MaterialKind,
  id: string,
  draft: MaterialDraft,
): Promise<Material> {
  const databases = new Databases(client);
  const address = { databaseId: site.ids.databaseId, collectionId: collectionOfKind[kind], documentId: id };
  try {
    return toMaterial(kind, await databases.createDocument({ ...address, data: toNewData(site, kind, draft) }));
  } catch (error) {
    if (problemOf(error)?.type !== 'document_already_exists') throw error;
    return toMaterial(kind, await databases.getDocument(address));
  }
}

/** Returns the current record. */
export async function readMaterial({ client, site }: LibraryConnection, { kind, id }: Material): Promise<Material> {
  const { databaseId } = site.ids;
  const address = { databaseId, collectionId: collectionOfKind[kind], documentId: id };
  return toMaterial(kind, await new Databases(client).getDocument(address));
}

/**
 * Changes these attributes of a record. The server refuses with `document_update_conflict` if another user has changed
 * the record since `material` was read. The SDK's `updateDocument` has no parameter for this condition.
 */
export async function changeMaterial(
  { client, site }: LibraryConnection,
  { kind, id, updatedAt }: Material,
  changes: MaterialChange,
): Promise<Material> {
  const address = new URL(api.document(site.ids, collectionOfKind[kind], id), location.origin);
  const headers = {
    'content-type': 'application/json',
    'X-Appwrite-Project': site.ids.projectId,
    [unchangedSinceHeader]: updatedAt,
  };
  return toMaterial(kind, await client.call('patch', address, headers, { data: toAttributes(site, kind, changes) }));
}

/** Restores a record from the trash. */
export async function restoreMaterial({ client }: LibraryConnection, { id }: Material): Promise<void> {
  const address = new URL(panelApi.restoreMaterial(id), location.origin);
  await client.call('post', address, { 'content-type': 'application/json' }, {});
}

/** Shows a hidden record again. */
export async function showMaterial({ client }: LibraryConnection, { id }: Material): Promise<void> {
  const address = new URL(panelApi.showMaterial(id), location.origin);
  await client.call('post', address, { 'content-type': 'application/json' }, {});
}

/**
 * Converts a document to a material. The SDK types only its `$` keys; our documents also have the attributes of their
 * collection.
 */
function toMaterial(kind: MaterialKind, document: Models.Document): Material {
  return materialFromDocument(kind, document as MaterialDocument);
}

/** Returns the attributes to send for a new record. A book is created without a year; only Edit can add one. */
function toNewData(
  site: Site,
  kind: MaterialKind,
  { year, yearBs, filePassword, filePasswordNote, ...rest }: MaterialDraft,
) {
  // Attributes that few materials have are only sent if set.
  const draft = {
    ...rest,
    ...(filePassword !== null && { filePassword }),
    ...(filePasswordNote !== null && { filePasswordNote }),
  };
  if (kind === 'book') return toAttributes(site, kind, draft);
  return toAttributes(site, kind, { ...draft, year, ...(yearBs !== null && { yearBs }) });
}

function toAttributes(site: Site, kind: MaterialKind, changes: MaterialChange) {
  return writeAttributes(kind, changes, (fileId) => addressOfFile(site, fileId));
}

/** Returns the address of a file as records store it: that of its preview. */
export function addressOfFile(site: Site, fileId: string): string {
  return site.publicUrl + api.filePreview(site.ids, fileId);
}
