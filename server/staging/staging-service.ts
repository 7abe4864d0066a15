import type {
  FileGuessAnswer,
  PhotographedPdfsAnswer,
  StagedBatchAnswer,
  StagedDiscardedAnswer,
  StagedListAnswer,
  StagedPublishedAnswer,
  StagedUpdatedAnswer,
  StagingChangesAnswer,
} from '#contract/additions.ts';
import type { Accepted } from '#contract/publication.ts';
import type { StagedFilter } from '#contract/staging.ts';
import type { Actor } from '#domain/account.ts';
import type { FileSource } from '#domain/guess/read-source.ts';
import type { ManualFields } from '#domain/guess/resolve-fields.ts';
import type { PublicationService } from './publications/publication-service.ts';

export type AnnouncedFile = { path: string; size: number; digest: string };

/** A PDF that is to be made of photographs, in the order of its pages. */
export type AnnouncedPdf = { path: string; photographs: readonly { digest: string; size: number }[] };

/**
 * Files that are announced by path and digest, uploaded, looked at in the background, and published when they are ready
 * (docs/decisions/0036-staging.md). For administrators only; throws `Problem`.
 */
export interface StagingService extends PublicationService {
  /** Adds rows for files, before their bytes are sent; those that are there already are answered as they are. */
  stage(actor: Actor, files: readonly AnnouncedFile[]): Promise<StagedBatchAnswer>;
  /** Adds rows for PDFs, before their photographs are sent; those of the same path and photographs are answered as they are. */
  stagePhotographs(actor: Actor, pdfs: readonly AnnouncedPdf[]): Promise<StagedBatchAnswer>;
  /** The PDFs that were or will be made of photographs with these digests. */
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
  /** Where a file seems to belong, as for staged files; nothing is stored. */
  guess(actor: Actor, file: FileSource): FileGuessAnswer;
  /** Removes rows, and the files of those that are not published unless a material uses them. */
  discard(actor: Actor, ids: readonly string[]): Promise<StagedDiscardedAnswer>;
  /**
   * Makes each a material, exactly once however often it is called, as a part of the publication of that id; without an id
   * the call is a publication itself. Throws `document_not_found` for an unknown publication, `document_update_conflict`
   * for one that was undone.
   */
  publish(
    actor: Actor,
    publishing: { ids: readonly string[]; accept: readonly Accepted[]; publicationId?: string | undefined },
  ): Promise<StagedPublishedAnswer>;
  /** Continues what was interrupted, undos as well. Called at start. */
  catchUp(): Promise<void>;
  /**
   * Completes undos that were interrupted, and removes rows that nobody needs any more, by lived time. Destroys no bytes.
   * Returns how many rows.
   */
  sweep(lived: number): Promise<number>;
  /** Resolves once nothing can be done in the background now. For tests. */
  idle(): Promise<void>;
  close(): Promise<void>;
}
