import type { PageSource } from '#contract/search.ts';

/**
 * The port to the text of files, page by page. Texts belong to the bytes: they are stored by the SHA-256 of a file, so
 * the same file is read once. All of it is derived and can be read again, but that takes hours for scans. Every adapter
 * passes `texts.suite.ts`.
 */
export interface Texts {
  /**
   * Begins a document, or begins it again if its recipe is older or its number of pages differs. All its pages wait for
   * their own text. Does nothing if it was already begun in this way, or by a newer recipe: a newer release runs at the
   * same time. `skippedPages` are those beyond `pageCount`, which are never read because the file has too many.
   * `judgement` is the rule by which pages are sent to recognition, 1 unless given. Returns true if anything was begun.
   */
  begin(document: {
    sha256: string;
    pageCount: number;
    recipe: number;
    skippedPages?: number;
    judgement?: number;
  }): Promise<boolean>;
  /** Returns null if it was never begun. */
  find(sha256: string): Promise<DocumentText | null>;
  /** Returns those of these documents that were begun, in no order. */
  findSome(sha256s: readonly string[]): Promise<DocumentText[]>;
  /**
   * Stores pages that were read, all or none of them. Storing a page again replaces it. Pages of a document that was
   * never begun, or was forgotten since, are ignored, as in all functions below.
   */
  store(sha256: string, pages: readonly PageText[]): Promise<void>;
  /** Marks pages for recognition: their own text is not usable. They wait for it. A page that was read stays read. */
  awaitRecognition(sha256: string, pages: readonly number[]): Promise<void>;
  /**
   * Records that pages could not be read, and the reason, in words for the administrator. A page that was read stays
   * read: a late failure does not undo it.
   */
  fail(sha256: string, pages: number | readonly number[], failure: { reason: string; tries: number }): Promise<void>;
  /**
   * Records that waiting pages could not be read this time, and the reason; they still wait. Returns how many times that
   * happened to the page with the most failures. Not a change of the document: its version stays.
   */
  postpone(sha256: string, pages: readonly number[], reason: string): Promise<number>;
  /**
   * Queues the failed pages of a document again, and forgets the reasons of waiting ones. Returns the number of these
   * pages.
   */
  retry(sha256: string): Promise<number>;
  /**
   * Marks pages for recognition although they were read, and records the rule of that decision. Does nothing if the
   * document was judged by this rule or a later one.
   */
  rejudge(sha256: string, pages: readonly number[], judgement: number): Promise<void>;
  /** Returns a page, or null if it was not read. */
  readPage(sha256: string, page: number): Promise<PageText | null>;
  /** Returns the pages that were read, in order, beginning at page `from`, at most `limit`. Without boxes. */
  readPages(sha256: string, from: number, limit: number): Promise<Omit<PageText, 'lines'>[]>;
  /** Returns some pages of several documents, in this order; null for those that were not read. Without boxes. */
  readSome(pages: readonly { sha256: string; page: number }[]): Promise<(Omit<PageText, 'lines'> | null)[]>;
  /**
   * Returns documents with pages that wait, in the order in which they were begun. With `need` those with pages that wait
   * for their own text, or for recognition.
   */
  listWaiting(limit: number, need?: 'text' | 'ocr'): Promise<DocumentText[]>;
  /** Returns documents with failed pages, in the order in which they were begun. */
  listFailed(page: { limit: number; offset: number }): Promise<{ total: number; documents: DocumentText[] }>;
  /**
   * Returns the pages of a document that wait, in order: `text` for its own text, `ocr` for recognition. With `need` only
   * those that wait for that.
   */
  listWaitingPages(
    sha256: string,
    limit: number,
    need?: 'text' | 'ocr',
  ): Promise<{ page: number; for: 'text' | 'ocr' }[]>;
  /** Returns the pages of a document that failed, in order. */
  listFailedPages(sha256: string, limit: number): Promise<{ page: number; reason: string; tries: number }[]>;
  /**
   * Returns documents with pages that wait because they could not be read so far (`postpone`), in the order in which they
   * were begun.
   */
  listPostponed(page: { limit: number; offset: number }): Promise<{ total: number; documents: DocumentText[] }>;
  /** Returns these pages of a document, in order. */
  listPostponedPages(sha256: string, limit: number): Promise<{ page: number; reason: string; tries: number }[]>;
  /** Returns the number of such pages in all documents. */
  countPostponed(): Promise<number>;
  /** Returns documents that were judged by an earlier rule than this one and have no waiting pages, oldest rule first. */
  listOutdated(judgement: number, limit: number): Promise<DocumentText[]>;
  /** Returns documents with pages that wait, page by page of a list. */
  listUnread(page: { limit: number; offset: number }): Promise<{ total: number; documents: DocumentText[] }>;
  /** Returns the pages whose text was recognised, as ranges in order, both ends inclusive. */
  listRecognised(sha256: string): Promise<[from: number, to: number][]>;
  /** Returns the SHA-256 of documents with pages whose text was recognised, or that wait for it. */
  listScanned(): Promise<string[]>;
  /** Counts pages by state, of these documents or of all. */
  count(sha256s?: readonly string[]): Promise<PageCounts>;
  forget(sha256: string): Promise<void>;
  /** Returns documents in the order of their SHA-256, after this one: page by page, all of them are found. */
  listVersions(after: string, limit: number): Promise<Pick<DocumentText, 'sha256' | 'version'>[]>;
  /** Coordination of processes that use the same texts; null if only this process uses them. */
  shared: SharedTexts | null;
  close(): Promise<void>;
}

/** Coordination of processes that read the same documents. */
export interface SharedTexts {
  /** Duration of a claim, in milliseconds by the clock of the database. */
  claimMs: number;
  /**
   * Claims a document with pages that wait, so that no other process claims it: the one with this SHA-256, or the first
   * but for the excepted ones, in the order in which they were begun. Null if none is free. A claim that is not renewed
   * expires; claiming a document again that this process holds renews it. Documents of a newer recipe than `recipe` are
   * left to the processes that know it. With the need `{ judgement }` it is one of `listOutdated`.
   */
  claim(
    need: 'text' | 'ocr' | { judgement: number },
    which: { sha256: string } | { except: readonly string[] },
    recipe: number,
  ): Promise<DocumentText | null>;
  /** Renews the claim. False if another process holds the document now, or none. */
  renew(sha256: string): Promise<boolean>;
  /** Ends the claim of this process. */
  release(sha256: string): Promise<void>;
  /**
   * Returns the documents that other processes changed since the version `after`, at most `limit`, and the version up to
   * which that is known. With null, only the version of the latest change.
   */
  changedSince(after: number | null, limit: number): Promise<{ upTo: number; sha256s: string[] }>;
}

/**
 * The progress of reading a document. `version` increases with every change of its pages, also when the document was
 * forgotten and begun again.
 */
export type DocumentText = {
  sha256: string;
  pageCount: number;
  /** Pages beyond `pageCount` that are never read. */
  skippedPages: number;
  recipe: number;
  /** The rule by which its pages were sent to recognition. */
  judgement: number;
  version: number;
} & PageCounts;

export type PageCounts = { waiting: number; read: number; failed: number };

/** The text of a page. `text` has one line of the page per line. `lines` only if it was recognised. */
export type PageText = {
  /** Counts from 1; 1 for HTML. */
  page: number;
  source: PageSource;
  text: string;
  /** From 0 to 100, the mean of its words; null unless it was recognised. */
  confidence: number | null;
  lines: readonly RecognisedLine[] | null;
};

/** A line of recognised text. Its words joined by spaces are its text. */
export type RecognisedLine = { words: readonly RecognisedWord[] };

/**
 * A recognised word. Numbers are stored to a ten-thousandth of the page and a whole percent. `box` is left, top, width, height as fractions (0 to 1) of the page as it is shown, upright by the
 * page's own rotation. `confidence` is from 0 to 100. `turn`: degrees clockwise by which the word is turned on the page
 * as shown (0, 90, 180 or 270).
 */
export type RecognisedWord = {
  text: string;
  box: readonly [left: number, top: number, width: number, height: number];
  confidence: number;
  turn: 0 | 90 | 180 | 270;
};
