import { expect, test } from 'vitest';
import type { FileRecord } from '#server/engines/database/database.ts';
import { makePdf } from '#test/support/documents.ts';
import { makeEndlessPdf } from '#test/support/hostile-files.ts';
import * as hostile from '#test/support/hostile-texts.ts';
import { makeHalfBrokenPdf } from '#test/support/picture-documents.ts';
import { openTextShelf } from '#test/support/text-shelf.ts';
import { maxHtmlCharacters, maxPageCharacters } from './text-limits.ts';
import { casesOf, isOnlyInSweep } from '#test/support/sweeps.ts';

/** Limits below the product's, so that hostile files fail sooner; an ordinary page needs a fraction of them. */
const limits = { jobMs: 20_000, maxResidentBytes: 280 * 1024 * 1024 };

const html = { mimeType: 'text/html' };

/** Reads these files one after the other, then an ordinary one, which must be readable regardless of their cost. */
async function readHostile(
  files: Record<string, { bytes: Buffer; facts?: Partial<FileRecord> }>,
  options: Parameters<typeof openTextShelf>[0] = {},
) {
  const shelf = await openTextShelf({ limits, ...options });
  const found = new Map<string, { page(number: number): Promise<string | undefined>; failed(): Promise<unknown[]> }>();
  for (const [name, { bytes, facts }] of Object.entries(files)) {
    const { sha256 } = await shelf.store(name, bytes, facts);
    found.set(name, {
      page: async (number) => (await shelf.texts.readPage(sha256, number))?.text,
      failed: () => shelf.texts.listFailedPages(sha256, 20),
    });
  }
  await shelf.service.catchUp();
  await shelf.service.idle();
  const next = await shelf.store('next', makePdf([['The next file is read.']]));
  shelf.service.prepare(next);
  await shelf.service.idle();
  expect((await shelf.texts.readPage(next.sha256, 1))?.text).toBe('The next file is read.');
  return {
    shelf,
    of(name: string) {
      const file = found.get(name);
      if (!file) throw new Error(`no file ${name}`);
      return file;
    },
    [Symbol.asyncDispose]: () => shelf[Symbol.asyncDispose](),
  };
}

const tooMuch = { reason: 'needed too much memory', tries: 2 };

/** Hostile files, with the failures and texts expected for their pages. */
const hostileFiles: {
  name: string;
  bytes: () => Buffer;
  facts?: Partial<FileRecord>;
  failed: unknown[];
  pages: Record<number, string>;
}[] = [
  {
    name: 'bomb',
    bytes: () => hostile.makeContentBomb(200),
    failed: [{ page: 2, ...tooMuch }],
    pages: { 1: 'Before the bomb', 3: hostile.plainWords },
  },
  { name: 'endless', bytes: makeEndlessPdf, failed: [{ page: 1, ...tooMuch }], pages: {} },
  { name: 'map', bytes: () => hostile.makeHugeMapPdf(2000), failed: [], pages: { 2: hostile.plainWords } },
  {
    name: 'half',
    bytes: makeHalfBrokenPdf,
    failed: [{ page: 2, reason: 'the page is damaged', tries: 1 }],
    pages: { 3: 'The last page' },
  },
  {
    name: 'nested',
    bytes: () => Buffer.from(`${'<div><b>'.repeat(20_000)}deep words`),
    facts: html,
    failed: [],
    pages: { 1: 'deep words' },
  },
];

test.skipIf(isOnlyInSweep('documents'))(
  'pages that unpack to hundreds of megabytes, nest without end or are damaged fail alone, with the reason',
  async () => {
    const files = casesOf('documents', hostileFiles, ({ name }) => ['bomb', 'half', 'nested'].includes(name));
    await using read = await readHostile(
      Object.fromEntries(files.map(({ name, bytes, facts }) => [name, { bytes: bytes(), ...(facts && { facts }) }])),
    );
    for (const { name, failed, pages } of files) {
      expect(await read.of(name).failed(), name).toEqual(failed);
      for (const [page, text] of Object.entries(pages)) expect(await read.of(name).page(Number(page)), name).toBe(text);
    }
  },
);

test.skipIf(isOnlyInSweep('documents'))(
  'of a file with too many pages or characters the first are read and the rest is not',
  async () => {
    await using read = await readHostile(
      {
        thick: { bytes: hostile.makeThickPdf(300) },
        wordy: { bytes: hostile.makeWordyPdf(1_000_000) },
        web: { bytes: Buffer.from(`<p>${'words '.repeat(120_000)}</p>`), facts: html },
      },
      { limits: { ...limits, maxResidentBytes: 700 * 1024 * 1024 }, maxPages: 120 },
    );
    const { sha256 = '' } = read.shelf.records.get('thick') ?? {};
    expect(await read.shelf.texts.find(sha256)).toMatchObject({
      pageCount: 120,
      skippedPages: 180,
      read: 120,
      waiting: 0,
    });
    expect([await read.of('thick').page(120), await read.of('thick').page(121)]).toEqual(['Sheet 120', undefined]);
    const { length = 0 } = (await read.of('wordy').page(1)) ?? '';
    expect([length > maxPageCharacters * 0.9, length <= maxPageCharacters]).toEqual([true, true]);
    expect(await read.of('wordy').page(2)).toBe(hostile.plainWords);
    expect((await read.of('web').page(1))?.length).toBe(maxHtmlCharacters);
  },
);

test.skipIf(isOnlyInSweep('recognition'))(
  'pages that take long to draw, because of a font or of their pixels, fail alone with their reason',
  async () => {
    await using read = await readHostile(
      { font: { bytes: hostile.makeHangingFontPdf() }, picture: { bytes: hostile.makeHugePicturePdf(30_000) } },
      { limits: { ...limits, jobMs: 3000 } },
    );
    expect(await read.of('font').failed()).toEqual([{ page: 1, reason: 'took too long', tries: 2 }]);
    expect(await read.of('font').page(2)).toBe(hostile.plainWords);
    // On a fast machine it is drawn in time.
    const failed = await read.of('picture').failed();
    expect(failed.length === 1 || (await read.of('picture').page(1)) === 'recognised').toBe(true);
    expect(await read.of('picture').page(2)).toBe(hostile.plainWords);
  },
);
