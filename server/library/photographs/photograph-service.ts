import type { Actor } from '#domain/account.ts';
import type { FileRecord, LinkedPhotograph } from '#server/engines/database/database.ts';

/** A photograph as one page, with its file. */
export type StoredPhotograph = LinkedPhotograph & { file: FileRecord };

/** A request to make a PDF of photographs. */
export type PhotographRequest = {
  /** The id of the PDF's file, chosen by the caller. Repeating a request with the same id returns the existing work. */
  fileId: string;
  /** The name of the PDF's file. */
  name: string;
  /** The photographs, in the order of the pages. */
  photographs: readonly LinkedPhotograph[];
};

/** The state of a PDF that is being made, or was made, from photographs. */
export type PhotographWork = {
  fileId: string;
  state: 'waiting' | 'making' | 'made' | 'failed';
  /** Number of pages made so far. */
  done: number;
  total: number;
  /** Reason for the failure, as a sentence for the administrator, and the photograph that caused it, if one did. */
  failure: { message: string; photographId: string | null } | null;
  photographs: readonly StoredPhotograph[];
};

/** Makes PDFs of photographs. For administrators. Throws `Problem`. */
export interface PhotographService {
  /**
   * Queues a PDF to be made from stored photographs. The PDF becomes a file as after an upload, judged by its bytes.
   * Refuses files that are not photographs, office documents without LibreOffice (Problem `office_not_installed`), and
   * requests while too many PDFs are queued. Unfinished work is lost when
   * the server stops; the same request then starts it again.
   */
  begin(actor: Actor, request: PhotographRequest): Promise<PhotographWork>;
  /** Returns the state of a PDF. Throws `storage_file_not_found` if no PDF with that id is being made or was made. */
  find(actor: Actor, fileId: string): Promise<PhotographWork>;
  /** Returns the photographs from which a file was made. Throws `storage_file_not_found` if there is no such file. */
  list(actor: Actor, fileId: string): Promise<PhotographWork['photographs']>;
  /** Stops making a PDF. A finished PDF stays. */
  cancel(actor: Actor, fileId: string): Promise<void>;
  /** Resolves when nothing is being made. For tests. */
  idle(): Promise<void>;
  /** Stops all work and waits until it has ended. */
  close(): Promise<void>;
}
