import { Problem } from '#contract/problems.ts';
import type { ListQuery } from '#contract/query.ts';
import type { FoundMaterial, MaterialList, ShelfCounts, ShelfTotals, SubjectPlaceCounts } from '#contract/shelf.ts';
import type { Actor } from '#domain/account.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import type { Material, MaterialChange, MaterialDraft, MaterialKind } from '#domain/material.ts';
import type {
  CountedPlaces,
  FileRecord,
  HiddenMaterial,
  YearCount,
  Database,
  Records,
} from '#server/engines/database/database.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import type { Done, Trail } from '#server/library/accounts/trail.ts';
import type { Changes } from '#server/library/changes.ts';
import type { TryPassword } from './require-password.ts';

/**
 * A material, or its update, as sent. Faults in it are reported only after the actor's rights and the existence of
 * the material were checked: faults of a request are reported in that order.
 */
export type SentMaterial = {
  draft(): MaterialDraft;
  change(): MaterialChange;
  permissions?: readonly string[] | undefined;
  unchangedSince?: number | undefined;
};

/** All operations on materials, with their permissions. Throws `Problem`. */
export interface MaterialService {
  list(actor: Actor, kind: MaterialKind, query: ListQuery): Promise<MaterialList>;
  /**
   * Throws `document_not_found` for an id that is missing, withdrawn, of another kind, or that the actor may not
   * read.
   */
  get(actor: Actor, kind: MaterialKind, id: string): Promise<Material>;
  find(actor: Actor, id: string): Promise<FoundMaterial>;
  count(actor: Actor, places?: CountedPlaces): Promise<ShelfCounts>;
  countByFaculty(actor: Actor): Promise<ShelfTotals>;
  /**
   * Counts the materials of a faculty by term, subject, kind and, for papers, year, with the hidden ones. For
   * administrators. Throws `document_not_found` for a faculty that the catalogue does not have.
   */
  countByYear(actor: Actor, facultyId: string): Promise<YearCount[]>;
  /** Lists all subjects with that name in the catalogue, ignoring case, with materials that the actor may read. */
  findSubjectPlaces(actor: Actor, name: string): Promise<SubjectPlaceCounts[]>;
  /** Without permissions everybody may read it. Throws `document_already_exists`. */
  create(
    actor: Actor,
    kind: MaterialKind,
    id: string,
    sent: Pick<SentMaterial, 'draft' | 'permissions'>,
  ): Promise<Material>;
  /**
   * Changes the attributes or permissions that were sent. Throws `document_update_conflict` if the material was
   * changed after `unchangedSince` (milliseconds since 1970).
   */
  update(
    actor: Actor,
    kind: MaterialKind,
    id: string,
    sent: Pick<SentMaterial, 'change' | 'permissions' | 'unchangedSince'>,
  ): Promise<Material>;
  /** Changes the material with that id like `update`, or creates it like `create` if there is none. */
  upsert(actor: Actor, kind: MaterialKind, id: string, sent: SentMaterial): Promise<Material>;
  /**
   * Adds `by`, which may be negative, to a number, in one transaction. Throws `document_invalid_structure` for an attribute
   * that is not a number, has no value, or would exceed `bound` or its own limits.
   */
  shift(
    actor: Actor,
    kind: MaterialKind,
    id: string,
    shift: { attribute: string; by: number; bound: number | null },
  ): Promise<Material>;
  /**
   * Hides a published material of any kind: only administrators may read it, and its file unless another material
   * shows it. If it is already hidden, only the reason changes. Throws `document_not_found`, and
   * `document_update_conflict` for one in the trash.
   */
  hide(actor: Actor, id: string, reason: string): Promise<HiddenMaterial>;
  /**
   * Shows it again to those who could read it before, or to everybody; no effect if it is not hidden. Throws like
   * `hide`.
   */
  show(actor: Actor, id: string): Promise<Material>;
  /** Lists hidden materials, last hidden first; with `ids` only those. */
  listHidden(
    actor: Actor,
    page: { ids?: readonly string[] | undefined; limit: number; offset: number },
  ): Promise<{ total: number; materials: HiddenMaterial[] }>;
  /** Moves to the trash; `unchangedSince` as with `update`. */
  withdraw(actor: Actor, kind: MaterialKind, id: string, unchangedSince?: number): Promise<void>;
  restore(actor: Actor, id: string): Promise<Material>;
  /** Removes it from the trash permanently: the record, then bytes that nothing else uses. */
  purge(actor: Actor, id: string): Promise<void>;
  listTrash(actor: Actor, page: { kind?: MaterialKind; limit: number; offset: number }): Promise<MaterialList>;
  /** Lists materials whose subject the catalogue no longer has. */
  listMisplaced(actor: Actor, page: { limit: number; offset: number }): Promise<MaterialList>;
  /** Lists files without a record. */
  listUnusedFiles(
    actor: Actor,
    page: { limit: number; offset: number },
  ): Promise<{ total: number; files: FileRecord[] }>;
  /** Permanently removes all shipped samples, which are not added again. Returns the number. */
  removeSamples(actor: Actor): Promise<number>;
  /**
   * Moves materials of renamed subjects, including the trash, to the current names (`formerly` in the catalogue);
   * called at each start. Returns the number. `signal` stops it early.
   */
  followCatalogue(signal?: AbortSignal): Promise<number>;
  /** Purges materials withdrawn before the lived time was `lived`; called every hour. `signal` stops it early. */
  purgeExpired(lived: number, signal?: AbortSignal): Promise<number>;
}

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

/** Returns why a published material could not be written: it was changed, or withdrawn, meanwhile. */
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
