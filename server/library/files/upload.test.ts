import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunkBytes } from '#domain/text/chunk.ts';
import { visitor } from '#domain/account.ts';
import { emptyQuery } from '#contract/query.ts';
import type { PdfInspection } from '#server/library/pictures/inspector.ts';
import { parseContentRange } from '#server/http/appwrite/file-handlers.ts';
import { makePdf } from '#test/support/documents.ts';
import { makePortfolio } from '#test/support/portfolio.ts';
import { admin, chunkOf, digest, openShelf, pdfOf, refusal, whole } from '#test/support/file-shelf.ts';

test('stores a file sent in one request with its digest, and announces it once', async () => {
  await using shelf = await openShelf();
  const bytes = makePdf([['one']]);
  const { file, isNew } = await shelf.files.receive(admin, whole('a1', bytes));
  expect(isNew).toBe(true);
  expect(file).toMatchObject({
    id: 'a1',
    isFinished: true,
    mimeType: 'application/pdf',
    sizeBytes: bytes.length,
    sha256: digest(bytes),
    chunksTotal: 1,
    warning: null,
  });
  expect(await shelf.bytesOf('a1')).toBe(digest(bytes));
  expect(await shelf.files.get(visitor, 'a1')).toEqual(file);
  expect(await shelf.files.getReadable(visitor, 'a1')).toEqual(file);
  expect(shelf.announced).toMatchObject([{ subject: 'file', action: 'create', file: { id: 'a1', isFinished: true } }]);
});

test('joins chunks in any order and all at once exactly once', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes * 4 + 12345);
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([1, 2, 3, 4], { minLength: 4 }), fc.boolean(), async (order, together) => {
      const id = `round-${round++}`;
      const before = shelf.announced.length;
      const first = await shelf.files.receive(admin, chunkOf(id, bytes, 0));
      expect(first).toMatchObject({ isNew: true, file: { id, isFinished: false, chunksHeld: [0], chunksTotal: 5 } });
      const send = (index: number) => shelf.files.receive(admin, chunkOf(id, bytes, index, true));
      const answers = [];
      if (together) answers.push(...(await Promise.all(order.map(send))));
      else for (const index of order) answers.push(await send(index));
      expect(answers.filter(({ file }) => file.isFinished).length).toBeGreaterThanOrEqual(1);
      expect((await shelf.files.get(visitor, id)).sha256).toBe(digest(bytes));
      expect(await shelf.bytesOf(id)).toBe(digest(bytes));
      expect(shelf.announced.length).toBe(before + 1);
    }),
    { numRuns: 6 },
  );
});

test('counts a chunk once that is sent several times at once', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes + 10);
  await Promise.all(Array.from({ length: 4 }, () => shelf.files.receive(admin, chunkOf('a1', bytes, 0))));
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => shelf.files.receive(admin, chunkOf('a1', bytes, 1, true))),
  );
  expect(answers.map(({ file }) => file.sha256)).toEqual(Array(4).fill(digest(bytes)));
  expect(shelf.announced).toHaveLength(1);
  expect(await readdir(path.join(shelf.folder, 'files', 'parts'))).toEqual([]);
});

test('shows an upload in progress only to administrators', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes + 10);
  await shelf.files.receive(admin, chunkOf('a1', bytes, 0));
  expect((await shelf.files.get(admin, 'a1')).isFinished).toBe(false);
  expect(await refusal(shelf.files.get(visitor, 'a1'))).toBe('storage_file_not_found');
  expect(await refusal(shelf.files.getReadable(admin, 'a1'))).toBe('storage_file_not_found');
  expect((await shelf.files.list(admin, emptyQuery, null)).files).toEqual([]);
});

test('does not restart a finished file, and returns it when it is continued', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes + 10);
  await shelf.files.receive(admin, chunkOf('a1', bytes, 0));
  await shelf.files.receive(admin, chunkOf('a1', bytes, 1, true));
  expect(await refusal(shelf.files.receive(admin, chunkOf('a1', bytes, 0)))).toBe('storage_file_already_exists');
  expect(await refusal(shelf.files.receive(admin, whole('a1', bytes)))).toBe('storage_file_already_exists');
  const again = await shelf.files.receive(admin, chunkOf('a1', bytes, 1, true));
  expect(again).toMatchObject({ isNew: false, file: { id: 'a1', isFinished: true } });
});

test('rejects the continuation of a pending upload as another file', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes * 2 + 10);
  await shelf.files.receive(admin, chunkOf('a1', bytes, 0));
  const renamed = { ...chunkOf('a1', bytes, 0), name: 'other.pdf' };
  expect(await refusal(shelf.files.receive(admin, renamed))).toBe('storage_invalid_content_range');
  const longer = pdfOf(chunkBytes * 2 + 11);
  expect(await refusal(shelf.files.receive(admin, chunkOf('a1', longer, 0)))).toBe('storage_invalid_content_range');
  expect(await refusal(shelf.files.receive(admin, chunkOf('a1', longer, 2, true)))).toBe(
    'storage_invalid_content_range',
  );
  expect(await refusal(shelf.files.receive(admin, whole('a1', pdfOf(100))))).toBe('storage_file_already_exists');
  expect((await shelf.files.receive(admin, chunkOf('a1', bytes, 0))).file.chunksHeld).toEqual([0]);
});

test('finds no chunk of an unknown file', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes + 10);
  expect(await refusal(shelf.files.receive(admin, chunkOf('none', bytes, 1, true)))).toBe('storage_file_not_found');
  expect(await refusal(shelf.files.receive(admin, chunkOf('none', bytes, 1)))).toBe('storage_file_not_found');
});

test('rejects ranges that are not chunks, and lets release 12 write the total as last byte', async () => {
  await using shelf = await openShelf();
  const bytes = pdfOf(chunkBytes + 10);
  const send = (first: number, last: number, total: number, id = 'a1') =>
    refusal(shelf.files.receive(admin, { ...whole(id, bytes), range: { first, last, total } }));
  for (const [first, last, total] of [
    [1, chunkBytes, chunkBytes + 10],
    [0, 99, chunkBytes + 10],
    [0, chunkBytes, chunkBytes + 10],
    [0, chunkBytes + 9, chunkBytes + 10],
    [5, 4, 10],
    [0, 10, 9],
    [0, 0, 0],
  ] as const) {
    expect(await send(first, last, total)).toBe('storage_invalid_content_range');
  }
  await shelf.files.receive(admin, chunkOf('a1', bytes, 0));
  const last = chunkOf('a1', bytes, 1, true);
  const answer = await shelf.files.receive(admin, {
    ...last,
    range: parseContentRange(`bytes ${chunkBytes}-${bytes.length}/${bytes.length}`),
  });
  expect(answer.file.sha256).toBe(digest(bytes));
});

test('rejects empty, too large or other files before anything is stored', async () => {
  await using shelf = await openShelf({ maxUploadBytes: 1_000_000 });
  expect(await refusal(shelf.files.receive(admin, whole('a1', Buffer.alloc(0))))).toBe('storage_file_empty');
  expect(await refusal(shelf.files.receive(admin, whole('a1', pdfOf(1_000_001))))).toBe('storage_invalid_file_size');
  expect(await refusal(shelf.files.receive(admin, chunkOf('a1', pdfOf(chunkBytes * 2), 0)))).toBe(
    'storage_invalid_file_size',
  );
  expect(await refusal(shelf.files.receive(admin, whole('a1', Buffer.from('text'))))).toBe(
    'storage_file_type_unsupported',
  );
  expect(await refusal(shelf.files.receive(admin, whole('a1', Buffer.from('<svg>'), 'a.svg')))).toBe(
    'storage_file_type_unsupported',
  );
  expect(await refusal(shelf.files.get(admin, 'a1'))).toBe('storage_file_not_found');
  expect(await readdir(path.join(shelf.folder, 'files', 'parts'))).toEqual([]);
  expect((await shelf.files.receive(admin, whole('a1', pdfOf(1_000_000)))).file.sizeBytes).toBe(1_000_000);
});

test('drains a rejected body, so that the response can be sent', async () => {
  await using shelf = await openShelf();
  const unread = Readable.from([Buffer.alloc(1000), Buffer.alloc(1000)]);
  const noChunk = { ...whole('a1', Buffer.alloc(0)), range: { first: 1, last: 2, total: 10 }, bytes: unread };
  expect(await refusal(shelf.files.receive(admin, noChunk))).toBe('storage_invalid_content_range');
  await once(unread, 'end');
  const looked = new PassThrough();
  const refused = refusal(shelf.files.receive(admin, { ...whole('a1', Buffer.alloc(0)), bytes: looked }));
  for (let count = 0; count < 100; count++) looked.write(Buffer.alloc(65_536));
  looked.end();
  expect(await refused).toBe('storage_file_type_unsupported');
  if (!looked.readableEnded) await once(looked, 'end');
  expect(looked.destroyed && !looked.readableEnded).toBe(false);
});

test('warns the uploader of a locked or damaged PDF, and completes the upload if its inspection fails', async () => {
  const inspections: Record<string, () => Promise<PdfInspection>> = {
    fine: async () => ({ state: 'fine', pageCount: 7 }),
    locked: async () => ({ state: 'locked' }),
    damaged: async () => ({ state: 'damaged' }),
    slow: async () => ({ state: 'slow' }),
    bomb: async () => ({ state: 'too-large', pixels: null }),
    broken: () => Promise.reject(new Error('no such process')),
  };
  await using shelf = await openShelf({ inspect: (fileId) => (inspections[fileId] ?? Promise.reject)() });
  const send = async (id: string) => (await shelf.files.receive(admin, whole(id, pdfOf(1000)))).file;
  expect(await send('fine')).toMatchObject({ pageCount: 7, warning: null });
  expect((await send('locked')).warning).toBe('This PDF needs a password to open.');
  expect((await send('damaged')).warning).toBe('This PDF looks damaged. Readers may see “Failed to load PDF file.”');
  expect((await send('slow')).warning).toBe('This PDF takes very long to open. Readers may not see it.');
  expect(await refusal(send('bomb'))).toBe('storage_invalid_file_size');
  expect([await shelf.database.files.find('bomb'), await shelf.storage.find('bomb')]).toEqual([null, null]);
  expect(await send('broken')).toMatchObject({ isFinished: true, pageCount: null, warning: null });
});

test('inspects real PDFs in the real process: counts pages, recognises locked and broken ones', async () => {
  await using shelf = await openShelf({ inspect: 'real' });
  const send = async (id: string, bytes: Buffer) => (await shelf.files.receive(admin, whole(id, bytes))).file;
  expect(await send('fine', makePdf([['one'], ['two'], ['three']]))).toMatchObject({ pageCount: 3, warning: null });
  expect((await send('locked', await readFile('test/fixtures/locked.pdf'))).warning).toContain('password');
  expect((await send('damaged', Buffer.from('%PDF-1.7\nrubbish'))).warning).toContain('damaged');
});

test('recognises a portfolio by the papers inside it and by its own pages, which are only a cover sheet', async () => {
  await using shelf = await openShelf({ inspect: 'real' });
  const warningOf = async (id: string, bytes: Buffer) =>
    (await shelf.files.receive(admin, whole(id, bytes))).file.warning;
  const inside = [
    { name: 'paper 1.pdf', bytes: makePdf([['Paper 1']]) },
    { name: 'paper 2.pdf', bytes: makePdf([['Paper 2']]) },
  ];
  const question = 'Explain the difference between a process and a thread with a neat diagram';
  const paper = Array.from({ length: 12 }, (_, index) => `${index + 1}. ${question}`);
  expect(await warningOf('portfolio', makePortfolio(inside))).toContain('This PDF is a portfolio');
  // A paper with its solution attached is a paper, and so is a book.
  expect(await warningOf('solved', makePortfolio(inside.slice(0, 1), [paper]))).toBeNull();
  expect(
    await warningOf(
      'book',
      makePortfolio(
        inside,
        Array.from({ length: 4 }, () => ['A short page']),
      ),
    ),
  ).toBeNull();
  // Data of an invoice or a measurement is not a paper.
  const data = [{ name: 'data.xml', bytes: Buffer.from('<data/>') }];
  expect(await warningOf('data', makePortfolio(data))).toBeNull();
});

test('uses memory independent of the size of the uploaded file', async () => {
  await using shelf = await openShelf();
  const piece = randomBytes(1024 * 1024);
  const count = 160;
  const endless = Readable.from(
    (function* () {
      yield Buffer.concat([Buffer.from('%PDF-1.7\n'), piece]);
      for (let index = 1; index < count; index++) yield piece;
    })(),
  );
  const before = process.memoryUsage.rss();
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  const { file } = await shelf.files.receive(admin, { ...whole('big', Buffer.alloc(0)), bytes: endless });
  clearInterval(watch);
  expect(file.sizeBytes).toBe(count * piece.length + 9);
  expect((most - before) / 1024 / 1024).toBeLessThan(64);
});
