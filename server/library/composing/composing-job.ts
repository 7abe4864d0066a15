import type { QuarterTurn } from '#domain/page-turns.ts';
import type { PagePart } from '#contract/composition.ts';

/** The messages between the server and the process that composes PDFs. Bytes are passed in files. */
export type ComposingJob = {
  kind: 'compose';
  /** Where each source is in the input of the job, which has one source after the other. */
  sources: { offset: number; size: number; sha256: string }[];
  pages: ComposedPage[];
  /** Names the request in the PDF: 32 hexadecimal digits. */
  mark: string;
  /** The stored pages that the pages are made of, as `writePageOrigins` writes them. */
  origins: string;
  /** Maximum size of the PDF. */
  maxBytes: number;
};

export type ComposedPage = {
  /** Position in `sources`. */
  source: number;
  /** Page number from 1. */
  page: number;
  /** Degrees clockwise by which the library shows the page rotated, beyond what the file says. */
  shown: QuarterTurn;
  /** Further degrees clockwise. */
  turn: QuarterTurn;
  /** The half of the page as the library shows it, before it is turned by `turn`; null for the whole page. */
  part: PagePart | null;
};

/** The PDF, whose bytes are at the job's output, or the reason why there is none and the source that caused it. */
export type ComposingOutcome =
  | { state: 'composed' }
  | { state: 'locked' | 'damaged'; source: number }
  | { state: 'no-such-page'; source: number; pageCount: number }
  /** The stored bytes differ from those in the file's record. */
  | { state: 'other-bytes'; source: number }
  /** The PDF would have more than `maxBytes`. */
  | { state: 'too-large' };
