import type { Actor } from '#domain/account.ts';
import type { FileRecord, LinkedPhotograph } from '#server/database/database.ts';

/** A photograph as one page, with its file. */
export type StoredPhotograph = LinkedPhotograph & { file: FileRecord };

/** What a PDF is to be made of. */
export type PhotographRequest = {
  /** The id of the PDF's file, chosen by the caller. The same request with the same id goes on or answers what there is. */
  fileId: string;
  /** The name of the PDF's file. */
  name: string;
  /** In the order of the pages. */
  photographs: readonly LinkedPhotograph[];
};

/** A PDF that is made of photographs, or was. */
export type PhotographWork = {
  fileId: string;
  state: 'waiting' | 'making' | 'made' | 'failed';
  /** Pages made so far. */
  done: number;
  total: number;
  /** Why it failed, in a sentence for the administrator, and which photograph is to blame, if one is. */
  failure: { message: string; photographId: string | null } | null;
  photographs: readonly StoredPhotograph[];
};

/** Makes PDFs of photographs. For administrators. Throws `Problem`. */
export interface PhotographService {
  /**
   * Starts making a PDF of stored photographs, after those that wait; the PDF becomes a file like an upload, judged by its
   * bytes. Refuses files that are no photographs, and when too many wait. What is being made is lost when the server
   * stops; then the same request starts it again.
   */
  begin(actor: Actor, request: PhotographRequest): Promise<PhotographWork>;
  /** Throws `storage_file_not_found` when no PDF of that id is being made or was made. */
  find(actor: Actor, fileId: string): Promise<PhotographWork>;
  /** The photographs that a file was made of; throws `storage_file_not_found` without the file. */
  list(actor: Actor, fileId: string): Promise<PhotographWork['photographs']>;
  /** Stops making a PDF. One that is made already stays. */
  cancel(actor: Actor, fileId: string): Promise<void>;
  /** Resolves once nothing is being made. For tests. */
  idle(): Promise<void>;
  /** Stops everything and waits until it has ended. */
  close(): Promise<void>;
}
