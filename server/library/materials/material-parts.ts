import { Problem } from '#contract/problems.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import type { Material, MaterialKind } from '#domain/material.ts';
import type { Done, Trail } from '#server/library/accounts/trail.ts';
import type { Changes } from '#server/library/changes.ts';
import type { Database, Records } from '#server/engines/database/database.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import type { TryPassword } from './require-password.ts';

/** The dependencies of the material service. */
export type MaterialParts = {
  database: Database;
  catalogue: Catalogue;
  storage: Pick<Storage, 'find' | 'remove'>;
  changes: Pick<Changes, 'tell'>;
  trail: Pick<Trail, 'transaction'>;
  tryPassword: TryPassword;
};

/** Returns the published material of that kind. Throws Problem `document_not_found`. */
export async function getPublished(records: Records, kind: MaterialKind, id: string): Promise<Material> {
  const material = await records.materials.find(id);
  if (!material || material.kind !== kind || material.deletedAt !== null) throw notFound(id);
  return material;
}

/** Returns the reason why a published material could not be written: it was changed or withdrawn meanwhile. */
export async function explainUnwritten(records: Records, kind: MaterialKind, id: string): Promise<Problem> {
  await getPublished(records, kind, id);
  return new Problem(
    'document_update_conflict',
    'Remote document is newer than local. It was changed since you read it: read it again, then repeat your change.',
  );
}

export function notFound(id: string): Problem {
  return new Problem('document_not_found', `Document with the requested ID '${id}' could not be found.`);
}

/** Returns the entry for the trail. */
export function done(action: Done['action'], { id, title }: Material): Done {
  return { action, subjectId: id, title };
}

/** Announces the created or deleted material. */
export function announce(changes: Pick<Changes, 'tell'>, action: 'create' | 'delete', material: Material): void {
  changes.tell({ subject: 'material', action, material });
}

/** Announces the update of a material, with its previous state. */
export function announceUpdate(changes: Pick<Changes, 'tell'>, material: Material, before: Material): void {
  changes.tell({ subject: 'material', action: 'update', material, before });
}
