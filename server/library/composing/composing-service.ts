import type { PagePart } from '#contract/composition.ts';
import type { Actor } from '#domain/account.ts';
import type { QuarterTurn } from '#domain/page-turns.ts';

/** A page of a stored PDF, as a page of a composed PDF. */
export type PageRequest = {
  fileId: string;
  /** Page number from 1. */
  page: number;
  /** Degrees clockwise, beyond the rotation with which the library shows the page. */
  turn: QuarterTurn;
  /** The half of the page as the library shows it, before it is turned by `turn`; null for the whole page. */
  part: PagePart | null;
};

export type CompositionRequest = {
  /** The id of the new PDF's file, chosen by the caller. */
  fileId: string;
  /** The name of the new PDF's file. */
  name: string;
  pages: readonly PageRequest[];
};

/** The state of a composed PDF; it is `making` while the request waits in the queue too. */
export type Composition = { fileId: string; state: 'making' | 'made' };

/** Composes PDFs from pages of stored ones. For administrators. Throws `Problem`. */
export interface ComposingService {
  /**
   * Makes a PDF, which becomes a file as after an upload; the sources stay as they are. Repeating a request with the
   * same id returns its result, or waits for it: so a caller repeats it until the PDF is made. After a crash, the
   * repeated request makes the PDF. Throws `storage_file_already_exists` if another file has this id, and refuses
   * sources that are no PDFs, locked or damaged, and pages that a source does not have.
   */
  compose(actor: Actor, request: CompositionRequest): Promise<Composition>;
  /** Resolves when nothing is being made. For tests. */
  idle(): Promise<void>;
  /** Stops all work and waits until it has ended. */
  close(): Promise<void>;
}
