import { Storage } from 'appwrite';
import type { SameMaterialsAnswer } from '#contract/schemas/answer-types.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import { kindOfCollection } from '#contract/collections.ts';
import type { FileAnswer } from '#contract/schemas/document.ts';
import { materialFromDocument } from '#contract/appwrite/to-document.ts';
import type { Material } from '#domain/material.ts';
import type { LibraryConnection } from './material-records.ts';

/** A material, or a staged file of the import, with exactly the same bytes as an uploaded file. */
export type Duplicate =
  | { state: 'published' | 'hidden' | 'trash'; material: Material; since: string | null }
  | { state: 'staged'; path: string; since: string };

/** Sort order of duplicates: materials that readers see come first. */
const ranks: Record<Duplicate['state'], number> = { published: 0, hidden: 1, trash: 2, staged: 3 };

/**
 * Finds a duplicate with the same bytes as an uploaded file, or null, to confirm before it is published. Of several
 * duplicates, returns one that readers see, else one that is hidden, in the trash or staged. `exceptId` is the material
 * being edited.
 */
export async function findDuplicate(
  { client }: LibraryConnection,
  stored: FileAnswer,
  exceptId: string | null = null,
): Promise<Duplicate | null> {
  const address = new URL(panelApi.sameMaterials(stored.$id), location.origin);
  const { documents, staged }: SameMaterialsAnswer = await client.call('get', address);
  const materials = documents
    .filter(({ $id }) => $id !== exceptId)
    .flatMap((document): Duplicate[] => {
      const kind = kindOfCollection(document.$collectionId);
      if (!kind) return [];
      const { $deletedAt, $hiddenAt } = document;
      const state = $deletedAt === null ? ($hiddenAt === null ? 'published' : 'hidden') : 'trash';
      return [{ state, material: materialFromDocument(kind, document), since: $deletedAt ?? $hiddenAt }];
    });
  const files = staged.map(({ path, $createdAt }): Duplicate => ({ state: 'staged', path, since: $createdAt }));
  return [...materials, ...files].sort((one, other) => ranks[one.state] - ranks[other.state])[0] ?? null;
}

/** Deletes the uploaded file after its bytes were found to be in the library already. */
export async function removeDuplicateFile({ client, site }: LibraryConnection, fileId: string): Promise<void> {
  await new Storage(client).deleteFile({ bucketId: site.ids.bucketId, fileId });
}
