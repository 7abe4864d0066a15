import type { ListQuery } from '#contract/query.ts';
import type { FoundMaterial, MaterialList, ShelfCounts, ShelfTotals, SubjectPlaceCounts } from '#contract/shelf.ts';
import type { Actor } from '#domain/account.ts';
import type { Material, MaterialChange, MaterialDraft, MaterialKind } from '#domain/material.ts';
import type { CountedPlaces, FileRecord } from '#server/database/database.ts';

/**
 * What was sent of a material. The draft, or the change, is read only once it is known that the actor may write and
 * whether the material is there: what is wrong with a request is told in that order.
 */
export type SentMaterial = {
  draft(): MaterialDraft;
  change(): MaterialChange;
  permissions?: readonly string[] | undefined;
  unchangedSince?: number | undefined;
};

/** Everything that may be done with materials, and who may do it. Throws `Problem`. */
export interface MaterialService {
  list(actor: Actor, kind: MaterialKind, query: ListQuery): Promise<MaterialList>;
  /** Throws `document_not_found` for a missing, withdrawn or other-kind id, and for what the actor may not read. */
  get(actor: Actor, kind: MaterialKind, id: string): Promise<Material>;
  find(actor: Actor, id: string): Promise<FoundMaterial>;
  count(actor: Actor, places?: CountedPlaces): Promise<ShelfCounts>;
  countByFaculty(actor: Actor): Promise<ShelfTotals>;
  /** Every place in the catalogue where a subject of that name, in capitals or not, holds something the actor may read. */
  findSubjectPlaces(actor: Actor, name: string): Promise<SubjectPlaceCounts[]>;
  /** Without permissions everybody may read it. Throws `document_already_exists`. */
  create(
    actor: Actor,
    kind: MaterialKind,
    id: string,
    sent: Pick<SentMaterial, 'draft' | 'permissions'>,
  ): Promise<Material>;
  /**
   * Changes what was sent, attributes or permissions or both; throws `document_update_conflict` when it was changed after
   * `unchangedSince` (milliseconds since 1970), where that is said.
   */
  update(
    actor: Actor,
    kind: MaterialKind,
    id: string,
    sent: Pick<SentMaterial, 'change' | 'permissions' | 'unchangedSince'>,
  ): Promise<Material>;
  /** Changes the material of that id as `update` does, or makes it as `create` does where there is none. */
  upsert(actor: Actor, kind: MaterialKind, id: string, sent: SentMaterial): Promise<Material>;
  /**
   * Adds to a number, `by` being negative to take away, in one step that no other change comes between. Throws
   * `document_invalid_structure` for what is no number, has no value, or would pass `bound` or its own limits.
   */
  shift(
    actor: Actor,
    kind: MaterialKind,
    id: string,
    shift: { attribute: string; by: number; bound: number | null },
  ): Promise<Material>;
  /** Moves to the trash; `unchangedSince` as with `update`. */
  withdraw(actor: Actor, kind: MaterialKind, id: string, unchangedSince?: number): Promise<void>;
  restore(actor: Actor, id: string): Promise<Material>;
  /** Out of the trash for good: record, then bytes nothing else uses. */
  purge(actor: Actor, id: string): Promise<void>;
  listTrash(actor: Actor, page: { kind?: MaterialKind; limit: number; offset: number }): Promise<MaterialList>;
  /** Materials whose subject the catalogue no longer has. */
  listMisplaced(actor: Actor, page: { limit: number; offset: number }): Promise<MaterialList>;
  /** Files without a record. */
  listUnusedFiles(
    actor: Actor,
    page: { limit: number; offset: number },
  ): Promise<{ total: number; files: FileRecord[] }>;
  /** Removes every shipped sample for good; they do not come back. Answers how many were removed. */
  removeSamples(actor: Actor): Promise<number>;
  /** Purges what was withdrawn before the lived time was `lived`; called by the clock, not by a person. `signal` ends it early. */
  purgeExpired(lived: number, signal?: AbortSignal): Promise<number>;
}
