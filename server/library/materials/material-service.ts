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
 * A material, or its update, as sent. Its faults are reported only after the actor's rights and the existence of the
 * material have been checked.
 */
export type SentMaterial = {
  draft(): MaterialDraft;
  change(): MaterialChange;
  permissions?: readonly string[] | undefined;
  unchangedSince?: number | undefined;
};

/** A material's file with other pages, materials of the remaining ones, and materials whose pages it got. */
export type PagesReplacement = {
  /** Id of the change, chosen by the caller. Repeating a request with the same id changes nothing. */
  changeId: string;
  /** The new file of the material. */
  fileId: string;
  unchangedSince?: number | undefined;
  /** New materials of the same kind, in the same place and for the same readers. */
  papers: readonly (Pick<MaterialDraft, 'title' | 'year' | 'yearBs' | 'fileId'> & Pick<Material, 'id'>)[];
  /** Materials whose pages are in the new file, and which are moved to the trash. They must have the same readers. */
  joined: readonly { id: string; unchangedSince?: number | undefined }[];
};

/** All operations on materials, with their permissions. Throws `Problem`. */
export interface MaterialService {
  list(actor: Actor, kind: MaterialKind, query: ListQuery): Promise<MaterialList>;
  /**
   * Returns a material. Throws `document_not_found` for an id that is missing, withdrawn, of another kind, or that the
   * actor may not read.
   */
  get(actor: Actor, kind: MaterialKind, id: string): Promise<Material>;
  find(actor: Actor, id: string): Promise<FoundMaterial>;
  count(actor: Actor, places?: CountedPlaces): Promise<ShelfCounts>;
  countByFaculty(actor: Actor): Promise<ShelfTotals>;
  /**
   * Counts the materials of a faculty by term, subject, kind and, for papers, year, with the number of hidden ones. For
   * administrators. Throws `document_not_found` for a faculty that the catalogue does not have.
   */
  countByYear(actor: Actor, facultyId: string): Promise<YearCount[]>;
  /** Lists all subjects with that name in the catalogue, ignoring case, with materials that the actor may read. */
  findSubjectPlaces(actor: Actor, name: string): Promise<SubjectPlaceCounts[]>;
  /** Creates a material. Without permissions, everybody may read it. Throws `document_already_exists`. */
  create(
    actor: Actor,
    kind: MaterialKind,
    id: string,
    sent: Pick<SentMaterial, 'draft' | 'permissions'>,
  ): Promise<Material>;
  /**
   * Changes the attributes or permissions in the request. Throws `document_update_conflict` if the material was changed
   * after `unchangedSince` (milliseconds since 1970).
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
   * Replaces the file of a published material, creates materials, and moves joined ones to the trash, in one
   * transaction, which can be undone like a bulk edit. Returns the id of the change and the number of materials. Throws
   * the problems of `update`, `create` and `withdraw`.
   */
  replacePages(actor: Actor, id: string, replacement: PagesReplacement): Promise<{ id: string; materials: number }>;
  /**
   * Adds `by`, which may be negative, to a number, in one transaction. Throws `document_invalid_structure` for an
   * attribute that is not a number or has no value, or if the sum would exceed `bound` or the attribute's own limits.
   */
  shift(
    actor: Actor,
    kind: MaterialKind,
    id: string,
    shift: { attribute: string; by: number; bound: number | null },
  ): Promise<Material>;
  /**
   * Hides a published material of any kind: only administrators may read the material, and the file unless another
   * material shows it. Hiding a hidden material only changes the reason. Throws `document_not_found`, and
   * `document_update_conflict` for a material in the trash.
   */
  hide(actor: Actor, id: string, reason: string): Promise<HiddenMaterial>;
  /**
   * Shows a material again to those who could read it before, or to everybody; has no effect if it is not hidden.
   * Throws the same problems as `hide`.
   */
  show(actor: Actor, id: string): Promise<Material>;
  /** Lists hidden materials, the last hidden first; with `ids`, only those. */
  listHidden(
    actor: Actor,
    page: { ids?: readonly string[] | undefined; limit: number; offset: number },
  ): Promise<{ total: number; materials: HiddenMaterial[] }>;
  /** Moves to the trash; `unchangedSince` as with `update`. */
  withdraw(actor: Actor, kind: MaterialKind, id: string, unchangedSince?: number): Promise<void>;
  restore(actor: Actor, id: string): Promise<Material>;
  /** Removes a material from the trash permanently: first the record, then the bytes that nothing else uses. */
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
   * Moves materials of renamed subjects, including those in the trash, to the current names (`formerly` in the
   * catalogue). Called at each start. Returns their number. `signal` stops it early.
   */
  followCatalogue(signal?: AbortSignal): Promise<number>;
  /** Purges materials that were withdrawn before the lived time `lived`. Called every hour. `signal` stops it early. */
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
