import { existsSync } from 'node:fs';
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { openSqliteTexts } from './sqlite-texts.ts';
import { describeTexts, one, textPage } from './texts.suite.ts';

async function openEmpty() {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-texts-'));
  const directory = path.join(folder, 'texts');
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const reopen = () => openSqliteTexts({ directory, log });
  const texts = reopen();
  return {
    texts,
    reopen,
    file: path.join(directory, 'texts.sqlite'),
    log: lines,
    async [Symbol.asyncDispose]() {
      await texts.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

describe('sqlite', () => {
  describeTexts(openEmpty);
});

test('the texts are the same after the file is closed and opened again', async () => {
  await using opened = await openEmpty();
  await opened.texts.begin({ sha256: one, pageCount: 2, recipe: 1 });
  await opened.texts.store(one, [textPage(2)]);
  await opened.texts.close();
  const again = opened.reopen();
  expect(await again.readPage(one, 2)).toEqual(textPage(2));
  await again.close();
  expect(opened.log).toEqual([]);
});

test('a file of another version of the tables is recreated, and that is logged', async () => {
  await using opened = await openEmpty();
  await opened.texts.begin({ sha256: one, pageCount: 2, recipe: 1 });
  await opened.texts.close();
  const file = new DatabaseSync(opened.file);
  file.exec('pragma user_version = 99');
  file.close();
  const again = opened.reopen();
  expect(await again.listVersions('', 10)).toEqual([]);
  await again.begin({ sha256: one, pageCount: 2, recipe: 1 });
  await again.close();
  expect(opened.log.join('')).toContain('the file of texts was recreated');
});

test('a file of the previous release has the same texts, marked as read by the first rule, and gets the later columns', async () => {
  await using opened = await openEmpty();
  await opened.texts.begin({ sha256: one, pageCount: 1, recipe: 1, judgement: 2 });
  await opened.texts.store(one, [textPage(1)]);
  await opened.texts.close();
  const file = new DatabaseSync(opened.file);
  file.exec(
    'drop index pages_postponed; drop index documents_by_judgement; alter table documents drop column judgement',
  );
  file.close();
  const again = opened.reopen();
  expect(await again.listOutdated(2, 10)).toMatchObject([{ sha256: one, judgement: 1, read: 1 }]);
  expect(await again.readPage(one, 1)).toEqual(textPage(1));
  await again.close();
  expect(opened.log).toEqual([]);
});

test('a file that is not a database is recreated', async () => {
  await using opened = await openEmpty();
  await opened.texts.begin({ sha256: one, pageCount: 2, recipe: 1 });
  await opened.texts.close();
  await writeFile(opened.file, 'these are not the bytes of a database'.repeat(500));
  const again = opened.reopen();
  expect(await again.count()).toEqual({ waiting: 0, read: 0, failed: 0 });
  await again.close();
  expect(opened.log).toHaveLength(1);
});

test('damage that is found while texts are used discards all texts, and no call fails', async () => {
  await using opened = await openEmpty();
  await opened.texts.begin({ sha256: one, pageCount: 5000, recipe: 1 });
  await opened.texts.close();
  // The page with the tables stays, so that opening finds no fault.
  const file = await open(opened.file, 'r+');
  const { size } = await file.stat();
  await file.write(Buffer.alloc(size - 4096, 0xab), 0, size - 4096, 4096);
  await file.close();
  const again = opened.reopen();
  expect(await again.find(one)).toBeNull();
  await again.begin({ sha256: one, pageCount: 2, recipe: 1 });
  await again.store(one, [textPage(1)]);
  expect(await again.readPage(one, 1)).toEqual(textPage(1));
  await again.close();
  expect(opened.log).toHaveLength(1);
});

test('a folder that was deleted while the server was stopped is created again', async () => {
  await using opened = await openEmpty();
  await opened.texts.begin({ sha256: one, pageCount: 2, recipe: 1 });
  await opened.texts.close();
  await rm(path.dirname(opened.file), { recursive: true });
  const again = opened.reopen();
  expect(await again.listVersions('', 10)).toEqual([]);
  await again.begin({ sha256: one, pageCount: 2, recipe: 1 });
  await again.close();
  expect(await readdir(path.dirname(opened.file))).toEqual(['texts.sqlite']);
});

test('before the first document no file is created, and the results are those of an empty store', async () => {
  await using opened = await openEmpty();
  const { texts } = opened;
  const askAll = () =>
    Promise.all([
      texts.find(one),
      texts.store(one, [textPage(1)]),
      texts.awaitRecognition(one, [1]),
      texts.fail(one, 1, { reason: 'damaged', tries: 1 }),
      texts.retry(one),
      texts.readPage(one, 1),
      texts.readPages(one, 1, 10),
      texts.listWaiting(10),
      texts.listFailed({ limit: 10, offset: 0 }),
      texts.listUnread({ limit: 10, offset: 0 }),
      texts.listWaitingPages(one, 10),
      texts.listFailedPages(one, 10),
      texts.listRecognised(one),
      texts.count(),
      texts.count([one]),
      texts.forget(one),
      texts.listVersions('', 10),
    ]);
  const before = await askAll();
  expect(existsSync(opened.file)).toBe(false);
  await texts.begin({ sha256: one, pageCount: 2, recipe: 1 });
  await texts.forget(one);
  expect(existsSync(opened.file)).toBe(true);
  expect(before).toEqual(await askAll());
});

test('after closing, calls are refused', async () => {
  await using opened = await openEmpty();
  await opened.texts.close();
  await expect(opened.texts.listVersions('', 10)).rejects.toThrow('texts: closed');
});
