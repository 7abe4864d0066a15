import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { FileRecord } from '#server/database/database.ts';
import type { WorkerLimits } from '#server/pictures/worker-process.ts';
import { openDisk } from '#server/storage/disk.ts';
import { openSqliteTexts } from '#server/text-store/sqlite-texts.ts';
import { makeBook, makeBrokenPdf, makeHtmlPaper, makePdf } from '#test/support/documents.ts';
import { fileRecord } from '#test/support/file-record.ts';
import { makeScanPdf } from '#test/support/picture-documents.ts';
import { OcrFailed, type OcrEngine } from './ocr/ocr-engine.ts';
import { textWorkerLimits } from './text-limits.ts';
import { createTextService } from './text-service.ts';

/** An engine of recognition that reads the same words on every page, for files whose pages are not to be recognised. */
function wordsEngine(recognise?: OcrEngine['recognise']): OcrEngine {
  return {
    name: 'words',
    recognise:
      recognise ??
      (async () => ({
        lines: [{ words: [{ text: 'recognised', box: [0.1, 0.1, 0.2, 0.05], confidence: 90, turn: 0 }] }],
        confidence: 90,
      })),
    close: async () => undefined,
  };
}

async function openShelf(
  options: {
    engine?: OcrEngine | null;
    limits?: Partial<WorkerLimits>;
    isDiskLow?: () => Promise<boolean>;
    pause?: number;
  } = {},
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-text-'));
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const storage = await openDisk({ directory: path.join(folder, 'files') });
  const texts = openSqliteTexts({ directory: path.join(folder, 'texts'), log });
  const records = new Map<string, FileRecord>();
  const { engine = wordsEngine() } = options;
  const service = createTextService({
    texts,
    // The records of the stored files, as the database would answer them.
    database: {
      files: {
        find: async (id: string) => records.get(id) ?? null,
        listByDigest: async (sha256: string) => [...records.values()].filter((file) => file.sha256 === sha256),
      } as Parameters<typeof createTextService>[0]['database']['files'],
    },
    storage,
    scratch: path.join(folder, 'work'),
    openEngine: engine && (async () => engine),
    isDiskLow: options.isDiskLow ?? (async () => false),
    log,
    limits: { ...textWorkerLimits, ...options.limits },
    pause: options.pause ?? 10,
  });
  return {
    service,
    texts,
    storage,
    records,
    log: lines,
    async store(id: string, bytes: Buffer, facts: Partial<FileRecord> = {}): Promise<FileRecord> {
      await storage.putPart(id, 0, Readable.from([bytes]));
      await storage.joinParts(id, 1);
      const record = { ...fileRecord(id, bytes), ...facts };
      records.set(id, record);
      return record;
    },
    async [Symbol.asyncDispose]() {
      await service.close();
      await texts.close();
      await storage.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const html = { mimeType: 'text/html' };

test('the pages of a new PDF and of a web page are read, each line of a page on a line', async () => {
  await using shelf = await openShelf();
  const paper = await shelf.store(
    'paper',
    makePdf([['Operating Systems', 'Explain deadlock.'], ['Define thrashing.']]),
  );
  const page = await shelf.store('page', Buffer.from(makeHtmlPaper('Compiler Design')), html);
  const read: string[] = [];
  shelf.service.onRead((sha256) => read.push(sha256));
  shelf.service.prepare(paper);
  shelf.service.prepare(page);
  await shelf.service.idle();
  expect(await shelf.texts.readPage(paper.sha256, 1)).toEqual({
    page: 1,
    source: 'text',
    text: 'Operating Systems\nExplain deadlock.',
    confidence: null,
    lines: null,
  });
  expect((await shelf.texts.readPage(paper.sha256, 2))?.text).toBe('Define thrashing.');
  expect(await shelf.texts.readPage(page.sha256, 1)).toMatchObject({ source: 'html' });
  expect((await shelf.texts.readPage(page.sha256, 1))?.text).toContain('Compiler Design');
  expect([...new Set(read)].sort()).toEqual([paper.sha256, page.sha256].sort());
  expect(await shelf.service.count()).toEqual({ waiting: 0, reading: 0, read: 3, failed: 0 });
  expect(shelf.log).toEqual([]);
});

test('a page without text is recognised, and what is stored has the words and their boxes', async () => {
  await using shelf = await openShelf();
  const scan = await shelf.store('scan', makeScanPdf());
  shelf.service.prepare(scan);
  await shelf.service.idle();
  expect(await shelf.texts.readPage(scan.sha256, 1)).toEqual({
    page: 1,
    source: 'ocr',
    text: 'recognised',
    confidence: 90,
    lines: [{ words: [{ text: 'recognised', box: [0.1, 0.1, 0.2, 0.05], confidence: 90, turn: 0 }] }],
  });
});

test('with recognition off, pages without text wait, and all others are read', async () => {
  await using shelf = await openShelf({ engine: null });
  const scan = await shelf.store('scan', makeScanPdf());
  const paper = await shelf.store('paper', makePdf([['words']]));
  shelf.service.prepare(scan);
  shelf.service.prepare(paper);
  await shelf.service.idle();
  expect(shelf.service.recognition()).toBe('off');
  expect(await shelf.texts.listWaitingPages(scan.sha256, 10)).toEqual([{ page: 1, for: 'ocr' }]);
  expect(await shelf.service.count()).toEqual({ waiting: 1, reading: 0, read: 1, failed: 0 });
});

test('what is stored already is read at start, and nothing is read twice', async () => {
  await using shelf = await openShelf();
  await shelf.store('one', makeBook('book', 40), { pageCount: 40 });
  await shelf.store('copy', makeBook('book', 40), { pageCount: 40 });
  await shelf.store('cover', Buffer.from('not a text'), { mimeType: 'image/png' });
  await shelf.service.catchUp();
  await shelf.service.idle();
  const [first] = await shelf.texts.digests();
  expect(await shelf.service.count()).toMatchObject({ waiting: 0, read: 40 });
  const before = await shelf.texts.find(first ?? '');
  await shelf.service.catchUp();
  await shelf.service.idle();
  expect(await shelf.texts.find(first ?? '')).toEqual(before);
});

test('a locked and a damaged file fail with the reason, and can be tried again', async () => {
  await using shelf = await openShelf();
  const { readFile } = await import('node:fs/promises');
  const locked = await shelf.store(
    'locked',
    await readFile(new URL('../../test/fixtures/locked.pdf', import.meta.url)),
  );
  const broken = await shelf.store('broken', Buffer.from(makeBrokenPdf()));
  shelf.service.prepare(locked);
  shelf.service.prepare(broken);
  await shelf.service.idle();
  expect(await shelf.texts.listFailedPages(locked.sha256, 10)).toMatchObject([{ page: 1, reason: 'needs a password' }]);
  expect(await shelf.texts.listFailedPages(broken.sha256, 10)).toMatchObject([{ reason: 'the file is damaged' }]);
  expect(await shelf.service.retry(locked.sha256)).toBe(1);
  await shelf.service.idle();
  expect((await shelf.texts.find(locked.sha256))?.failed).toBe(1);
});

test('recognition that fails is tried twice, then the page fails and the next is read', async () => {
  const tried: string[] = [];
  const engine = wordsEngine(async (picture, signal) => {
    tried.push(picture);
    if (tried.length <= 2) throw new OcrFailed('time', 'too slow');
    return wordsEngine().recognise(picture, signal);
  });
  await using shelf = await openShelf({ engine });
  const scan = await shelf.store('scan', makeScanPdf());
  shelf.service.prepare(scan);
  await shelf.service.idle();
  expect(await shelf.texts.listFailedPages(scan.sha256, 10)).toMatchObject([
    { page: 1, reason: 'recognising its text took too long', tries: 2 },
  ]);
  await shelf.service.retry(scan.sha256);
  await shelf.service.idle();
  expect(tried).toHaveLength(3);
  expect(await shelf.texts.readPage(scan.sha256, 1)).toMatchObject({ source: 'ocr' });
});

test('while the disk is nearly full nothing is read, and reading goes on when there is room', async () => {
  let isLow = true;
  let looks = 0;
  await using shelf = await openShelf({
    isDiskLow: async () => {
      looks += 1;
      return isLow;
    },
  });
  const paper = await shelf.store('paper', makePdf([['words']]));
  shelf.service.prepare(paper);
  await expect.poll(() => looks).toBeGreaterThan(2);
  expect(await shelf.texts.readPage(paper.sha256, 1)).toBeNull();
  isLow = false;
  await expect.poll(() => shelf.texts.readPage(paper.sha256, 1)).not.toBeNull();
});
