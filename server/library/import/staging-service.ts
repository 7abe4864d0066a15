import type { Accepted, PublicationSummary, PublicationUndoOutcome } from '#contract/publication.ts';
import type {
  FileGuessAnswer,
  PhotographedPdfsAnswer,
  StagedBatchAnswer,
  StagedDiscardedAnswer,
  StagedListAnswer,
  StagedPublishedAnswer,
  StagedUpdatedAnswer,
  StagingChangesAnswer,
} from '#contract/schemas/answer-types.ts';
import type { StagedFilter } from '#contract/staging.ts';
import type { Actor } from '#domain/account.ts';
import type { FileSource } from '#domain/guess/read-source.ts';
import type { ManualFields } from '#domain/guess/resolve-fields.ts';
import type { Publication } from '#server/engines/database/publication-records.ts';

/** A publication that has materials, for the filter of the inventory. */
type ListedPublication = Pick<Publication, 'id' | 'sources' | 'userName' | 'begunAt'> & { published: number };

/**
 * Publications of staged files. Files published by several requests or administrators can belong to one publication, and
 * are undone together (docs/decisions/0070-publications.md). For administrators only; throws `Problem`.
 */
export interface PublicationService {
  /** Returns what publishing these files would do, by the same rule as publishing. Changes nothing. */
  previewPublication(
    actor: Actor,
    publishing: { ids: readonly string[]; accept: readonly Accepted[] },
  ): Promise<PublicationSummary>;
  /**
   * Begins a publication of these files, or joins one that was begun within a day, still has to publish one of them and
   * was not undone. Returns its id, which the publishing requests send.
   */
  beginPublication(actor: Actor, ids: readonly string[]): Promise<{ id: string }>;
  /** The newest publications that have materials, newest first. */
  listPublications(actor: Actor, limit: number): Promise<ListedPublication[]>;
  /** Returns what undoing it would do now. Changes nothing. */
  previewPublicationUndo(actor: Actor, id: string, undo: { takesChanged: boolean }): Promise<PublicationUndoOutcome>;
  /**
   * Takes every unchanged material of the publication back into the import; with `takesChanged` also changed ones, as far
   * as possible. Continues an interrupted undo. Repeating it changes nothing and returns the same outcome. Throws
   * `document_not_found` for a publication that is not stored, or was made more than a week ago.
   */
  undoPublication(actor: Actor, id: string, undo: { takesChanged: boolean }): Promise<PublicationUndoOutcome>;
}

export type AnnouncedFile = { path: string; size: number; digest: string };

/** A PDF to be made of photographs, in the order of its pages. */
export type AnnouncedPdf = { path: string; photographs: readonly { digest: string; size: number }[] };

/**
 * Files are announced by path and digest, uploaded, checked in the background, and published when they are ready
 * (docs/decisions/0036-staging.md). For administrators only; throws `Problem`.
 */
export interface StagingService extends PublicationService {
  /** Adds rows for files before their bytes are uploaded. Existing rows are returned unchanged. */
  stage(actor: Actor, files: readonly AnnouncedFile[]): Promise<StagedBatchAnswer>;
  /** Adds rows for PDFs before their photographs are uploaded. Rows of the same path and photographs are returned unchanged. */
  stagePhotographs(actor: Actor, pdfs: readonly AnnouncedPdf[]): Promise<StagedBatchAnswer>;
  /** Finds the PDFs that were or will be made of photographs with these digests. */
  findPhotographs(actor: Actor, digests: readonly string[]): Promise<PhotographedPdfsAnswer>;
  list(
    actor: Actor,
    page: { filter: StagedFilter; cursor?: number | undefined; limit: number },
  ): Promise<StagedListAnswer>;
  changes(actor: Actor, page: { since: string; limit: number }): Promise<StagingChangesAnswer>;
  /** Sets values of files by hand; files like them inherit the values. */
  setManual(
    actor: Actor,
    update: { ids: readonly string[]; manual: ManualFields; forget: readonly (keyof ManualFields)[] },
  ): Promise<StagedUpdatedAnswer>;
  /** Guesses where a file belongs, as for staged files. Stores nothing. */
  guess(actor: Actor, file: FileSource): FileGuessAnswer;
  /** Removes rows, and the files of unpublished rows unless a material uses them. */
  discard(actor: Actor, ids: readonly string[]): Promise<StagedDiscardedAnswer>;
  /**
   * Turns each file into a material as part of the given publication, exactly once however many times it is called. Without
   * a publication id the call is a separate publication. Throws `document_not_found` for an unknown publication, and
   * `document_update_conflict` for one that was undone.
   */
  publish(
    actor: Actor,
    publishing: { ids: readonly string[]; accept: readonly Accepted[]; publicationId?: string | undefined },
  ): Promise<StagedPublishedAnswer>;
  /** Continues interrupted work, including undos. Called at start. */
  catchUp(): Promise<void>;
  /**
   * Completes interrupted undos and removes expired rows, by lived time. Deletes no files. Returns the number of removed
   * rows.
   */
  sweep(lived: number): Promise<number>;
  /** Resolves once no background work is left. For tests. */
  idle(): Promise<void>;
  close(): Promise<void>;
}
