import { getDocument, VerbosityLevel, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeLinkedPdf } from '#test/support/linked-documents.ts';
import { measurePage } from './draw-page.ts';
import { findTarget, knownPageOfTarget, pageOfTarget } from './find-target.ts';
import type { PdfDocument } from './open-pdf.ts';
import { readOutline } from './outline.ts';
import { pointOfLetter, readPageText } from './page-text.ts';
import { turnPage } from './turn-page.ts';

const file = makeLinkedPdf({
  pages: [['First page'], ['Second page', 'a bro-', 'ken w|ord'], ['\ufb01ling, \u0915\u093f\u0924\u093e\u092c']],
  destinations: { half: { page: 2, top: 421 } },
  outline: [
    { title: 'Half way', to: 'half' },
    { title: 'Third', to: 'page 3' },
    { title: 'A script', script: 'app.alert(1)' },
  ],
});

let opened: PDFDocumentProxy;

beforeAll(async () => {
  opened = await getDocument({ data: new Uint8Array(file), verbosity: VerbosityLevel.ERRORS }).promise;
});

afterAll(() => opened.loadingTask.destroy());

const pageOf = (document: PDFDocumentProxy, number: number) => document.getPage(number);

/** A document of which only `withPage` is used. */
const reading = () =>
  ({ withPage: async (number, work) => work(await opened.getPage(number)) }) as Pick<
    PdfDocument,
    'withPage'
  > as PdfDocument;

test('a target is resolved to its page and point', async () => {
  const outline = await readOutline(opened);
  expect(outline.map(({ title }) => title)).toEqual(['Half way', 'Third', 'A script']);
  const [half, third, script] = outline.map(({ target }) => target);
  const point = await findTarget(opened, half, pageOf);
  expect(point?.page).toBe(2);
  expect(point?.y).toBeCloseTo(0.5, 5);
  expect(await findTarget(opened, third, pageOf)).toEqual({ page: 3, x: 0, y: 0 });
  expect(await pageOfTarget(opened, third)).toBe(3);
  // A script is not a target.
  expect([script, await findTarget(opened, script, pageOf)]).toEqual([null, null]);
});

test('a target that does not exist is resolved to null', async () => {
  expect(await findTarget(opened, 'no such name', pageOf)).toBeNull();
  expect(await pageOfTarget(opened, [99, { name: 'Fit' }])).toBeNull();
  expect(await findTarget(opened, [{ num: 9999, gen: 0 }, { name: 'Fit' }], pageOf)).toBeNull();
});

test('a page that is shown rotated is measured, and its targets are found, in that rotation', async () => {
  const document = await getDocument({ data: new Uint8Array(file), verbosity: VerbosityLevel.ERRORS }).promise;
  try {
    const page = await document.getPage(2);
    const { width, height } = page.getViewport({ scale: 1 });
    const turned = [{ first: 2, last: 3, degrees: 90 as const }];
    turnPage(page, turned);
    // Pages are requested repeatedly.
    expect(turnPage(await document.getPage(2), turned).rotate).toBe(90);
    expect(measurePage(page)).toMatchObject({ width: height, height: width, rotate: 90 });
    const [half] = (await readOutline(document)).map(({ target }) => target);
    expect(await findTarget(document, half, pageOf)).toMatchObject({ page: 2, x: expect.closeTo(0.5, 5) });
    expect(turnPage(await document.getPage(1), turned).rotate).toBe(0);
  } finally {
    await document.loadingTask.destroy();
  }
});

test('the page of some targets is known without reading anything', () => {
  expect(knownPageOfTarget(opened, [1, { name: 'Fit' }])).toBe(2);
  expect(knownPageOfTarget(opened, 'half')).toBeNull();
});

test('the text of a page has the ends of its lines and the positions of its parts', async () => {
  const words = await readPageText(reading(), 2, new AbortController().signal);
  expect(words.text).toBe('Second pagea bro-ken word');
  expect([...words.lineEnds]).toEqual([11, 17]);
  expect(pointOfLetter(2, words, 12).y).toBeGreaterThan(pointOfLetter(2, words, 0).y);
  expect(pointOfLetter(2, words, 0)).toMatchObject({ page: 2, x: expect.closeTo(60 / 595, 2) as number });
});

test('letters are read with the encoding of the document', async () => {
  const words = await readPageText(reading(), 3, new AbortController().signal);
  expect(words.text.normalize('NFKC')).toBe('filing, \u0915\u093f\u0924\u093e\u092c');
});

test('reading stops when it is aborted', async () => {
  const stop = new AbortController();
  stop.abort();
  await expect(readPageText(reading(), 1, stop.signal)).rejects.toThrow(/aborted/);
});
