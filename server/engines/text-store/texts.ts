import type { PageSource } from '#contract/search.ts';

/**
 * The port to the text of files, page by page. Texts belong to bytes: they are stored by the SHA-256 of a file, so the
 * text of equal files is extracted once. All texts are derived and can be extracted again, but that takes hours for
 * scans. Every adapter passes `texts.suite.ts`.
 */
export interface Texts {
  /**
   * Begins a document, or begins it again if its recipe is older or its number of pages differs. All its pages wait for
   * their own text. Does nothing if it was already begun with the same values, or with a newer recipe by a newer
   * release that runs at the same time. `skippedPages` is the number of pages beyond `pageCount`, which are never read
   * because the file has too many. `judgement` is the version of the rule that sends pages to recognition, by default
   * 1. Returns true if the document was begun.
   */
  begin(document: {
    sha256: string;
    pageCount: number;
    recipe: number;
    skippedPages?: number;
    judgement?: number;
  }): Promise<boolean>;
  /** Finds a document; null if it was never begun. */
  find(sha256: string): Promise<DocumentText | null>;
  /** Returns those of these documents that were begun, in no particular order. */
  findSome(sha256s: readonly string[]): Promise<DocumentText[]>;
  /**
   * Stores pages that were read, all or none of them. Storing a page again replaces it. Ignores pages of a document
   * that was never begun or was forgotten meanwhile, as all functions below do.
   */
  store(sha256: string, pages: readonly PageText[]): Promise<void>;
  /**
   * Marks pages to wait for recognition, because their own text is not usable. A page that was already read stays read.
   */
  awaitRecognition(sha256: string, pages: readonly number[]): Promise<void>;
  /**
   * Records that pages could not be read, and the reason, in words for the administrator. A page that was already read
   * stays read: a late failure does not change that.
   */
  fail(sha256: string, pages: number | readonly number[], failure: { reason: string; tries: number }): Promise<void>;
  /**
   * Records that waiting pages could not be read this time, and the reason; they continue to wait. Returns the highest
   * number of such failures among these pages. This is not a change of the document: its version stays.
   */
  postpone(sha256: string, pages: readonly number[], reason: string): Promise<number>;
  /**
   * Queues the failed pages of a document again, and forgets why waiting pages failed before. Returns the number of
   * these pages.
   */
  retry(sha256: string): Promise<number>;
  /**
   * Marks pages for recognition although they were read, and records the version of the rule that decided it. Does
   * nothing if this version or a later one has already judged the document.
   */
  rejudge(sha256: string, pages: readonly number[], judgement: number): Promise<void>;
  /** Returns a page, or null if it was not read. */
  readPage(sha256: string, page: number): Promise<PageText | null>;
  /** Returns the pages that were read, in order, from page `from`, at most `limit`. Without boxes. */
  readPages(sha256: string, from: number, limit: number): Promise<Omit<PageText, 'lines'>[]>;
  /** Returns some pages of several documents, in the given order; null for pages that were not read. Without boxes. */
  readSome(pages: readonly { sha256: string; page: number }[]): Promise<(Omit<PageText, 'lines'> | null)[]>;
  /**
   * Returns documents with waiting pages, in the order in which they were begun. With `need`, only those with pages
   * that wait for their own text, or for recognition.
   */
  listWaiting(limit: number, need?: 'text' | 'ocr'): Promise<DocumentText[]>;
  /** Returns documents with failed pages, in the order in which they were begun. */
  listFailed(page: { limit: number; offset: number }): Promise<{ total: number; documents: DocumentText[] }>;
  /**
   * Returns the waiting pages of a document, in order: `text` waits for its own text, `ocr` for recognition. With
   * `need`, only pages that wait for that.
   */
  listWaitingPages(
    sha256: string,
    limit: number,
    need?: 'text' | 'ocr',
  ): Promise<{ page: number; for: 'text' | 'ocr' }[]>;
  /** Returns the failed pages of a document, in order. */
  listFailedPages(sha256: string, limit: number): Promise<{ page: number; reason: string; tries: number }[]>;
  /**
   * Returns documents with pages that could not be read so far (`postpone`) and still wait, in the order in which they
   * were begun.
   */
  listPostponed(page: { limit: number; offset: number }): Promise<{ total: number; documents: DocumentText[] }>;
  /** Returns the postponed pages of a document, in order. */
  listPostponedPages(sha256: string, limit: number): Promise<{ page: number; reason: string; tries: number }[]>;
  /** Returns the number of such pages in all documents. */
  countPostponed(): Promise<number>;
  /**
   * Returns documents that were judged by an earlier version of the rule and have no waiting pages, oldest version
   * first.
   */
  listOutdated(judgement: number, limit: number): Promise<DocumentText[]>;
  /** Returns documents with waiting pages, one page of the list at a time. */
  listUnread(page: { limit: number; offset: number }): Promise<{ total: number; documents: DocumentText[] }>;
  /** Returns the pages whose text was recognised, as ranges in order, both ends inclusive. */
  listRecognised(sha256: string): Promise<[from: number, to: number][]>;
  /** Returns the SHA-256 of documents with pages whose text was recognised or that wait for recognition. */
  listScanned(): Promise<string[]>;
  /** Counts pages by state, in these documents or in all. */
  count(sha256s?: readonly string[]): Promise<PageCounts>;
  forget(sha256: string): Promise<void>;
  /**
   * Returns documents in the order of their SHA-256, starting after this one. Reading page by page finds all of them.
   */
  listVersions(after: string, limit: number): Promise<Pick<DocumentText, 'sha256' | 'version'>[]>;
  /** Coordination of processes that use the same texts; null if only this process uses them. */
  shared: SharedTexts | null;
  close(): Promise<void>;
}

/** Coordinates processes that extract text from the same documents. */
export interface SharedTexts {
  /** Duration of a claim, in milliseconds by the clock of the database. */
  claimMs: number;
  /**
   * Claims a document with pages that wait, so that no other process claims it: the one with this SHA-256, or else the
   * document begun first that is not excepted. Returns null if none is free. A claim that is not renewed expires; a
   * process renews its own claim by claiming the document again. Skips documents with a newer recipe than `recipe`,
   * which other processes know. With the need `{ judgement }`, claims one of `listOutdated`.
   */
  claim(
    need: 'text' | 'ocr' | { judgement: number },
    which: { sha256: string } | { except: readonly string[] },
    recipe: number,
  ): Promise<DocumentText | null>;
  /** Renews the claim. Returns false if the claim has expired, or another process has claimed the document. */
  renew(sha256: string): Promise<boolean>;
  /** Ends the claim of this process. */
  release(sha256: string): Promise<void>;
  /**
   * Returns the documents that other processes changed after the version `after`, at most `limit`, and the version up
   * to which the list is complete. With null, returns only the version of the latest change.
   */
  changedSince(after: number | null, limit: number): Promise<{ upTo: number; sha256s: string[] }>;
}

/**
 * The progress of text extraction of a document. `version` increases with every change of its pages, even if the
 * document was forgotten and begun again.
 */
export type DocumentText = {
  sha256: string;
  pageCount: number;
  /** Number of pages beyond `pageCount`, which are never read. */
  skippedPages: number;
  recipe: number;
  /** The version of the rule that sent the document's pages to recognition. */
  judgement: number;
  version: number;
} & PageCounts;

export type PageCounts = { waiting: number; read: number; failed: number };

/** The text of a page. `text` has a line for each line of the page. `lines` exists only if the text was recognised. */
export type PageText = {
  /** Counts from 1; 1 for HTML. */
  page: number;
  source: PageSource;
  text: string;
  /** The mean of its words' confidences, from 0 to 100; null unless the text was recognised. */
  confidence: number | null;
  lines: readonly RecognisedLine[] | null;
};

/** A line of recognised text: its words joined by spaces. */
export type RecognisedLine = { words: readonly RecognisedWord[] };

/**
 * A recognised word. Numbers are stored to a ten-thousandth of the page and a whole percent. `box` is left, top, width,
 * height as fractions (0 to 1) of the page with the rotation in the file. `confidence` is from 0 to 100. `turn` is the
 * word's clockwise rotation on that page in degrees (0, 90, 180 or 270).
 */
export type RecognisedWord = {
  text: string;
  box: readonly [left: number, top: number, width: number, height: number];
  confidence: number;
  turn: 0 | 90 | 180 | 270;
};
