import { expect, test } from 'vitest';
import { makePdf } from '#test/support/documents.ts';
import { makeEndlessPdf } from '#test/support/hostile-files.ts';
import * as hostile from '#test/support/hostile-texts.ts';
import { makeHalfBrokenPdf } from '#test/support/picture-documents.ts';
import { openTextShelf } from '#test/support/text-shelf.ts';
import { maxHtmlCharacters, maxPageCharacters } from './text-limits.ts';

/** Less than the product allows, so that what is hostile fails sooner; an ordinary page needs a fraction of it. */
const limits = { jobMs: 20_000, maxResidentBytes: 350 * 1024 * 1024 };

const html = { mimeType: 'text/html' };

/** Reads this file and then an ordinary one, which must be read whatever the first one costs. */
async function readHostile(bytes: Buffer, options: Parameters<typeof openTextShelf>[0] & { facts?: object } = {}) {
  const shelf = await openTextShelf({ limits, ...options });
  const next = await shelf.store('next', makePdf([['The next file is read.']]));
  const file = await shelf.store('hostile', bytes, options.facts);
  shelf.service.prepare(file);
  shelf.service.prepare(next);
  await shelf.service.idle();
  expect((await shelf.texts.readPage(next.sha256, 1))?.text).toBe('The next file is read.');
  return {
    shelf,
    document: await shelf.texts.find(file.sha256),
    failed: await shelf.texts.listFailedPages(file.sha256, 20),
    page: (number: number) => shelf.texts.readPage(file.sha256, number),
    [Symbol.asyncDispose]: () => shelf[Symbol.asyncDispose](),
  };
}

test('a page of a million characters is cut, and the page after it is read', async () => {
  await using read = await readHostile(hostile.makeWordyPdf(1_000_000), {
    limits: { ...limits, maxResidentBytes: 700 * 1024 * 1024 },
  });
  const text = (await read.page(1))?.text ?? '';
  expect(text.length).toBeGreaterThan(maxPageCharacters * 0.9);
  expect(text.length).toBeLessThanOrEqual(maxPageCharacters);
  expect((await read.page(2))?.text).toBe(hostile.plainWords);
});

test('of a file with too many pages the first are read, and the rest is counted', async () => {
  await using read = await readHostile(hostile.makeThickPdf(300), { maxPages: 120 });
  expect(read.document).toMatchObject({ pageCount: 120, skippedPages: 180, read: 120, waiting: 0 });
  expect((await read.page(120))?.text).toBe('Sheet 120');
  expect(await read.page(121)).toBeNull();
});

test('a page whose content unpacks to hundreds of megabytes fails alone', async () => {
  await using read = await readHostile(hostile.makeContentBomb(400));
  expect(read.failed).toEqual([{ page: 2, reason: 'needed too much memory', tries: 2 }]);
  expect((await read.page(1))?.text).toBe('Before the bomb');
  expect((await read.page(3))?.text).toBe(hostile.plainWords);
});

test('a file whose first page nests drawings without end fails alone', async () => {
  await using read = await readHostile(makeEndlessPdf());
  expect(read.failed).toMatchObject([{ page: 1, reason: 'needed too much memory' }]);
});

test('a page that takes hours to draw because of its font costs its own time, and the page after it is read', async () => {
  await using read = await readHostile(hostile.makeHangingFontPdf(), { limits: { ...limits, jobMs: 5000 } });
  expect(read.failed).toEqual([{ page: 1, reason: 'took too long', tries: 2 }]);
  expect((await read.page(2))?.text).toBe(hostile.plainWords);
});

test('a picture with more pixels than fit into memory costs its own page', async () => {
  await using read = await readHostile(hostile.makeHugePicturePdf(30_000), { limits: { ...limits, jobMs: 5000 } });
  expect(read.failed.map(({ page }) => page)).toEqual([1]);
  expect((await read.page(2))?.text).toBe(hostile.plainWords);
});

test('a map of characters with millions of entries, and a damaged page, cost nothing else', async () => {
  await using mapped = await readHostile(hostile.makeHugeMapPdf(2000));
  expect((await mapped.page(2))?.text).toBe(hostile.plainWords);
  await using broken = await readHostile(makeHalfBrokenPdf());
  expect(broken.failed).toEqual([{ page: 2, reason: 'the page is damaged', tries: 1 }]);
  expect((await broken.page(3))?.text).toBe('The last page');
});

test('a web page of a hundred thousand nested elements, and one of a million characters, are read up to the limit', async () => {
  const nested = Buffer.from(`${'<div><b>'.repeat(50_000)}deep words`);
  await using deep = await readHostile(nested, { facts: html });
  expect((await deep.page(1))?.text).toBe('deep words');
  await using long = await readHostile(Buffer.from(`<p>${'words '.repeat(200_000)}</p>`), { facts: html });
  expect((await long.page(1))?.text.length).toBe(maxHtmlCharacters);
});
