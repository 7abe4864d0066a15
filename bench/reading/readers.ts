import { api, pages } from '#contract/addresses.ts';
import { ids } from '#test/support/library.ts';
import type { ReaderPage } from './reader-page.ts';
import {
  fillPageBox,
  goBackToList,
  openByLink,
  scrollStrip,
  submitPageBox,
  untilQuiet,
  type Opening,
} from './inside-page.ts';
import { place, type ReadingDocument } from './shelf.ts';

/** A reader in a browser's page, controlled in the same way for both. Times are taken inside the page. */
export type Reader = {
  name: string;
  /**
   * Goes to the page from which one action opens the document, after all code of the reader was loaded and run once.
   */
  prepare(page: ReaderPage): Promise<void>;
  open(page: ReaderPage, document: ReadingDocument): Promise<Opening>;
  /** Goes to a page by its number; returns the milliseconds until it was painted. */
  goTo(page: ReaderPage, document: ReadingDocument, number: number): Promise<number>;
  /** Scrolls from page to page, at least `restMs` on each, until every one of them has been painted. */
  readOn(page: ReaderPage, document: ReadingDocument, from: number, to: number, restMs: number): Promise<void>;
};

/** Ours, as a student uses it: from the list of a subject's notes, by the Read link. */
export function ourReader(libraryUrl: string, warmUp: ReadingDocument): Reader {
  return {
    name: 'ours',
    async prepare(page) {
      // The link opens the reader over the list only once the page is idle; before that it leads to the file.
      await page.goto(`${libraryUrl}${pages.notes(place.facultyId, place.semesterId, 'c-programming')}`);
      await page.evaluate(openByLink, warmUp.title);
      await page.evaluate(goBackToList);
      await page.evaluate(untilQuiet);
    },
    open: (page, { title }) => page.evaluate(openByLink, title),
    async goTo(page, _document, number) {
      await page.evaluate(fillPageBox, String(number));
      return page.evaluate(submitPageBox, number);
    },
    readOn: (page, { title }, from, to, restMs) => page.evaluate(scrollStrip, title, from, to, restMs),
  };
}

/** The functions of the page `bench/reading/viewer-page.mjs`. */
type BenchViewer = {
  open(url: string, options: object): Promise<number>;
  goTo(number: number): Promise<number>;
  readOn(from: number, to: number, restMs: number): Promise<void>;
  close(): Promise<void>;
};

declare global {
  var benchViewer: BenchViewer;
}

/** pdf.js's viewer components, with `options` for `getDocument` in addition to their defaults. */
export function pdfjsViewer(viewerUrl: string, warmUp: ReadingDocument, name: string, options: object): Reader {
  const open = (page: ReaderPage, { fileId }: ReadingDocument) =>
    page.evaluate((url, options) => globalThis.benchViewer.open(url, options), api.fileView(ids, fileId), options);
  return {
    name,
    async prepare(page) {
      await page.goto(`${viewerUrl}/viewer`);
      await page.evaluate(untilViewerIsThere);
      await open(page, warmUp);
      await page.evaluate(() => globalThis.benchViewer.close());
      await page.evaluate(untilQuiet);
    },
    open: async (page, document) => ({ paintedMs: await open(page, document), pictureMs: null }),
    goTo: (page, _document, number) => page.evaluate((number) => globalThis.benchViewer.goTo(number), number),
    readOn: (page, _document, from, to, restMs) =>
      page.evaluate((from, to, restMs) => globalThis.benchViewer.readOn(from, to, restMs), from, to, restMs),
  };
}

/** Resolves once the script of the viewer's page has run, inside that page. */
function untilViewerIsThere(): Promise<void> {
  return new Promise((resolve) => {
    const looking = setInterval(() => {
      if (!('benchViewer' in globalThis)) return;
      clearInterval(looking);
      resolve();
    }, 50);
  });
}
