import type { Page } from 'playwright-core';
import { api, pages } from '#contract/addresses.ts';
import { ids } from '#test/support/library.ts';
import { place, type ReadingDocument } from './shelf.ts';

/** Milliseconds from opening until page 1 was painted; `pictureMs` until a picture of it stood in for it, if one did. */
export type Opening = { paintedMs: number; pictureMs: number | null };

/** A reader in a browser's page, driven the same way whichever it is. Times are taken inside the page. */
export type Reader = {
  name: string;
  /** Puts the page where one action opens the document, with all code of the reader fetched and run once before. */
  prepare(page: Page): Promise<void>;
  open(page: Page, document: ReadingDocument): Promise<Opening>;
  /** Goes to a page by its number; answers the milliseconds until it was painted. */
  goTo(page: Page, document: ReadingDocument, number: number): Promise<number>;
  /** Scrolls from page to page, at least `restMs` on each, until every one of them has been painted. */
  readOn(page: Page, document: ReadingDocument, from: number, to: number, restMs: number): Promise<void>;
};

/** Ours, as a student uses it: from the list of a subject's notes, by the Read link. */
export function ourReader(libraryUrl: string, warmUp: ReadingDocument): Reader {
  const read = (page: Page, { title }: ReadingDocument) =>
    page.getByRole('link', { name: `Read ${title}`, exact: true });
  return {
    name: 'ours',
    async prepare(page) {
      const list = `${libraryUrl}${pages.notes(place.facultyId, place.semesterId, 'c-programming')}`;
      await page.goto(list, { waitUntil: 'networkidle' });
      await read(page, warmUp).click();
      await page.locator('[data-page-number="1"][data-state="painted"]').waitFor();
      await page.goBack();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.waitForLoadState('networkidle');
    },
    open: (page, document) =>
      read(page, document).evaluate(
        (link: HTMLElement) =>
          new Promise<{ paintedMs: number; pictureMs: number | null }>((resolve) => {
            const began = performance.now();
            let pictureMs: number | null = null;
            const look = () => {
              const picture = window.document.querySelector<HTMLImageElement>('dialog img');
              if (pictureMs === null && picture?.complete && picture.naturalWidth > 0) {
                pictureMs = performance.now() - began;
              }
              if (!window.document.querySelector('[data-page-number="1"][data-state="painted"]')) return;
              observer.disconnect();
              window.document.removeEventListener('load', look, true);
              resolve({ paintedMs: performance.now() - began, pictureMs });
            };
            const observer = new MutationObserver(look);
            observer.observe(window.document, { subtree: true, childList: true, attributeFilter: ['data-state'] });
            // A picture that has just come does not change the document.
            window.document.addEventListener('load', look, true);
            link.click();
          }),
      ),
    async goTo(page, _document, number) {
      const box = page.getByLabel('Go to page');
      await box.fill(String(number));
      return box.evaluate(
        (input: HTMLInputElement, number) =>
          new Promise<number>((resolve) => {
            const began = performance.now();
            const look = () => {
              if (!window.document.querySelector(`[data-page-number="${number}"][data-state="painted"]`)) return;
              observer.disconnect();
              resolve(performance.now() - began);
            };
            const observer = new MutationObserver(look);
            observer.observe(window.document, { subtree: true, childList: true, attributeFilter: ['data-state'] });
            input.form?.requestSubmit();
          }),
        number,
      );
    },
    readOn: (page, { title }, from, to, restMs) =>
      page.getByRole('region', { name: `Pages of ${title}` }).evaluate(
        async (strip: HTMLElement, { from, to, restMs }) => {
          const whenThere = (selector: string) =>
            new Promise<Element>((resolve) => {
              const look = () => {
                const found = strip.querySelector(selector);
                if (!found) return;
                observer.disconnect();
                resolve(found);
              };
              const observer = new MutationObserver(look);
              observer.observe(strip, { subtree: true, childList: true, attributeFilter: ['data-state'] });
              look();
            });
          for (let number = from; number <= to; number += 1) {
            const section = await whenThere(`[data-page-number="${number}"]`);
            strip.scrollTop += section.getBoundingClientRect().top - strip.getBoundingClientRect().top - 8;
            await Promise.all([
              whenThere(`[data-page-number="${number}"][data-state="painted"]`),
              new Promise((resolve) => setTimeout(resolve, restMs)),
            ]);
          }
        },
        { from, to, restMs },
      ),
  };
}

/** What is called inside the page, `bench/reading/viewer-page.mjs`. */
type BenchViewer = {
  open(url: string, options: object): Promise<number>;
  goTo(number: number): Promise<number>;
  readOn(from: number, to: number, restMs: number): Promise<void>;
  close(): Promise<void>;
};

declare global {
  var benchViewer: BenchViewer;
}

/** pdf.js's viewer components, with `options` for `getDocument` beside their defaults. */
export function pdfjsViewer(viewerUrl: string, warmUp: ReadingDocument, name: string, options: object): Reader {
  const open = (page: Page, { fileId }: ReadingDocument) =>
    page.evaluate(([url, options]) => globalThis.benchViewer.open(url, options), [
      api.fileView(ids, fileId),
      options,
    ] as const);
  return {
    name,
    async prepare(page) {
      await page.goto(`${viewerUrl}/viewer`);
      await page.waitForFunction(() => 'benchViewer' in globalThis);
      await open(page, warmUp);
      await page.evaluate(() => globalThis.benchViewer.close());
      await page.waitForLoadState('networkidle');
    },
    open: async (page, document) => ({ paintedMs: await open(page, document), pictureMs: null }),
    goTo: (page, _document, number) => page.evaluate((number) => globalThis.benchViewer.goTo(number), number),
    readOn: (page, _document, from, to, restMs) =>
      page.evaluate(([from, to, restMs]) => globalThis.benchViewer.readOn(from, to, restMs), [
        from,
        to,
        restMs,
      ] as const),
  };
}
