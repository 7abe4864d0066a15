import type { Accepted, PublicationSummary, PublicationUndoOutcome } from '#contract/publication.ts';
import type { Actor } from '#domain/account.ts';
import type { Publication } from '#server/engines/database/publication-records.ts';

/** A publication that has materials, for the filter of the inventory. */
export type ListedPublication = Pick<Publication, 'id' | 'sources' | 'userName' | 'begunAt'> & { published: number };

/**
 * Publications of staged files. Files published by several requests or administrators can belong to one publication, and
 * are undone together (docs/decisions/0070-publications.md). For administrators only; throws `Problem`.
 */
export interface PublicationService {
  /** Returns the effect of publishing these files, by the same rule as publishing. Changes nothing. */
  previewPublication(
    actor: Actor,
    publishing: { ids: readonly string[]; accept: readonly Accepted[] },
  ): Promise<PublicationSummary>;
  /**
   * Begins a publication of these files. If one that was begun within a day still has to publish one of them and was
   * not undone, joins that one. Returns the id, which the publishing requests send.
   */
  beginPublication(actor: Actor, ids: readonly string[]): Promise<{ id: string }>;
  /** Lists the newest publications that have materials, newest first. */
  listPublications(actor: Actor, limit: number): Promise<ListedPublication[]>;
  /** Returns the effect of undoing the publication now. Changes nothing. */
  previewPublicationUndo(actor: Actor, id: string, undo: { takesChanged: boolean }): Promise<PublicationUndoOutcome>;
  /**
   * Takes every unchanged material of the publication back to the import; with `takesChanged`, also changed ones as far
   * as possible. Continues an interrupted undo. Repeating it changes nothing and returns the same result. Throws
   * `document_not_found` for a publication that is not stored, or was made more than a week ago.
   */
  undoPublication(actor: Actor, id: string, undo: { takesChanged: boolean }): Promise<PublicationUndoOutcome>;
}
