import type { Actor } from '#domain/account.ts';
import type { Material, MaterialKind } from '#domain/material.ts';
import type { ListQuery } from '#contract/query.ts';
import type { FoundMaterial, MaterialList, ShelfCounts } from '#contract/shelf.ts';
import type { FileRecord } from '#server/database/database.ts';

/** Everything that may be done with materials, and who may do it. Throws `Problem`. */
export interface MaterialService {
  list(actor: Actor, kind: MaterialKind, query: ListQuery): Promise<MaterialList>;
  /** Throws `document_not_found` for a missing, withdrawn or other-kind id. */
  get(actor: Actor, kind: MaterialKind, id: string): Promise<Material>;
  find(actor: Actor, id: string): Promise<FoundMaterial>;
  count(actor: Actor, facultyId?: string): Promise<ShelfCounts>;
  /** `data` is what was sent, unchecked; `id` may be `unique()`. `ownOrigins` are the origins a URL of ours may have. */
  create(actor: Actor, kind: MaterialKind, input: { id: unknown; data: unknown }, ownOrigins: readonly string[]): Promise<Material>;
  update(actor: Actor, kind: MaterialKind, id: string, data: unknown, ownOrigins: readonly string[]): Promise<Material>;
  /** Moves to the trash (design decision 1). */
  withdraw(actor: Actor, kind: MaterialKind, id: string): Promise<void>;
  restore(actor: Actor, id: string): Promise<Material>;
  /** Out of the trash for good: record, then bytes nothing else uses. */
  purge(actor: Actor, id: string): Promise<void>;
  listTrash(actor: Actor, page: { kind?: MaterialKind; limit: number; offset: number }): Promise<MaterialList>;
  /** Materials whose subject the catalogue no longer has (design decision 12). */
  listMisplaced(actor: Actor, page: { limit: number; offset: number }): Promise<MaterialList>;
  /** Files without a record (design decision 1). */
  listUnusedFiles(actor: Actor, page: { limit: number; offset: number }): Promise<{ total: number; files: FileRecord[] }>;
  /** Takes every shipped sample away for good; they do not come back. Answers how many went. */
  removeSamples(actor: Actor): Promise<number>;
  /** Purges what has been in the trash for 30 days; called by the clock, not by a person. */
  purgeExpired(now: number): Promise<number>;
}
