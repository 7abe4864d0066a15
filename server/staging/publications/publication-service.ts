import type { Accepted, PublicationSummary, PublicationUndoOutcome } from '#contract/publication.ts';
import type { Actor } from '#domain/account.ts';
import type { Publication } from '#server/database/publication-records.ts';

/** A publication that has materials, for the filter of the inventory. */
export type ListedPublication = Pick<Publication, 'id' | 'sources' | 'userName' | 'begunAt'> & { published: number };

/**
 * Publications of staged files: recorded as one, however many requests and administrators publish their files, and undone
 * as one (docs/decisions/0070-publications.md). For administrators only; throws `Problem`.
 */
export interface PublicationService {
  /** Says what publishing these files would do, by the rule of publishing itself. Changes nothing. */
  previewPublication(
    actor: Actor,
    publishing: { ids: readonly string[]; accept: readonly Accepted[] },
  ): Promise<PublicationSummary>;
  /**
   * Begins a publication of these files, or joins the one that was begun within a day, still has to publish one of them
   * and was not undone. Returns its id, by which they are published.
   */
  beginPublication(actor: Actor, ids: readonly string[]): Promise<{ id: string }>;
  /** The newest publications that have materials, newest first. */
  listPublications(actor: Actor, limit: number): Promise<ListedPublication[]>;
  /** Says what undoing it would do now. Changes nothing. */
  previewPublicationUndo(actor: Actor, id: string, undo: { takesChanged: boolean }): Promise<PublicationUndoOutcome>;
  /**
   * Takes every material of the publication that nobody changed since back into the import; with `takesChanged` those that
   * were changed as well, as far as that is possible. Continues an undo that was interrupted; doing it again changes nothing
   * and has the same answer. Throws `document_not_found` for a publication that is not stored, or was made more than a week
   * ago.
   */
  undoPublication(actor: Actor, id: string, undo: { takesChanged: boolean }): Promise<PublicationUndoOutcome>;
}
