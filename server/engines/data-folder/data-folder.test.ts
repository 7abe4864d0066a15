import { mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile, cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { makePdf } from '#test/support/documents.ts';
import { digest, ids, openLibrarian } from '#test/support/library.ts';
import { openTestServer } from '#test/support/server.ts';

const place = { subject: 'C Programming', facultyId: 'csit', semesterId: '1', year: 2024 };
const databaseFile = 'examshelf.sqlite';

test('stops a start that finds files but no database, says what to do and changes nothing', async () => {
  await using folder = await makeFolder();
  await fill(folder.path, 12);
  await rm(path.join(folder.path, databaseFile));
  const before = await storedFiles(folder.path);
  await expect(openTestServer({ dataDir: folder.path })).rejects.toThrow(
    /^setting DATA_DIR: \S+ holds 12 stored files, but its database \(examshelf\.sqlite\) is missing; put the database back [^\n]*$/,
  );
  expect(await storedFiles(folder.path)).toEqual(before);
  expect(await readdir(folder.path)).not.toContain(databaseFile);
});

test('does not treat an empty database or a log without its database as a new library', async () => {
  await using folder = await makeFolder();
  await fill(folder.path, 3);
  await using other = await makeFolder();
  await (await openTestServer({ dataDir: other.path }))[Symbol.asyncDispose]();
  await cp(path.join(other.path, databaseFile), path.join(folder.path, databaseFile));
  const before = await storedFiles(folder.path);
  await expect(openTestServer({ dataDir: folder.path })).rejects.toThrow('knows of none; put the database back');
  await rm(path.join(folder.path, databaseFile));
  await writeFile(path.join(folder.path, `${databaseFile}-wal`), 'pages');
  await expect(openTestServer({ dataDir: folder.path })).rejects.toThrow('there is examshelf.sqlite-wal but no');
  await writeFile(path.join(folder.path, `${databaseFile}-wal`), '');
  await writeFile(path.join(folder.path, databaseFile), '');
  await expect(openTestServer({ dataDir: folder.path })).rejects.toThrow('holds 3 stored files');
  expect(await storedFiles(folder.path)).toEqual(before);
  // After following the message, the start succeeds.
  await rename(path.join(folder.path, 'files'), path.join(folder.path, 'files-before'));
  await using server = await openTestServer({ dataDir: folder.path });
  expect(server.url).toContain('http://');
});

test('moves newer files aside when an older database is restored, and brings them back with the newer database', async () => {
  await using folder = await makeFolder();
  await fill(folder.path, 2);
  await using older = await makeFolder();
  await cp(path.join(folder.path, databaseFile), path.join(older.path, databaseFile));
  const newer = await fill(folder.path, 3, 'newer');
  await using newest = await makeFolder();
  await rename(path.join(folder.path, databaseFile), path.join(newest.path, databaseFile));
  await cp(path.join(older.path, databaseFile), path.join(folder.path, databaseFile));
  await makeOld(folder.path);

  await openOnce(folder.path);
  expect(await storedFiles(folder.path)).toHaveLength(2);
  const [day = ''] = await readdir(path.join(folder.path, 'files-aside'));
  const aside = path.join(folder.path, 'files-aside', day);
  expect((await readdir(aside)).filter((name) => name.startsWith('newer'))).toHaveLength(3);
  for (const [id, sha256] of newer) expect(digest(await readFile(path.join(aside, id, 'bytes')))).toBe(sha256);

  await cp(path.join(newest.path, databaseFile), path.join(folder.path, databaseFile));
  await openOnce(folder.path);
  await using server = await openTestServer({ dataDir: folder.path });
  for (const [id, sha256] of newer) {
    const answer = await fetch(`${server.url}${api.fileDownload(ids, id)}`);
    expect([answer.status, digest(new Uint8Array(await answer.arrayBuffer()))]).toEqual([200, sha256]);
  }
});

test('refuses a second server on the same data folder in one line, until the first has ended', async () => {
  await using folder = await makeFolder();
  const first = await openTestServer({ dataDir: folder.path });
  await expect(openTestServer({ dataDir: folder.path })).rejects.toThrow(
    /^setting DATA_DIR: \S+ is in use by another Examshelf server; stop that one first[^\n]*$/,
  );
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  await first[Symbol.asyncDispose]();
  await openOnce(folder.path);
});

/** Fills a library with materials and returns the digests of their files by id. */
async function fill(dataDir: string, count: number, prefix = 'file'): Promise<Map<string, string>> {
  await using server = await openTestServer({ dataDir });
  const librarian = await openLibrarian(server.url);
  const digests = new Map<string, string>();
  for (let index = 0; index < count; index++) {
    const bytes = makePdf([[`${prefix} ${index}`]]);
    const id = `${prefix}-${index}`;
    await librarian.upload('paper.pdf', bytes, id);
    await librarian.publish('paper', { ...place, title: id, fileId: id });
    digests.set(id, digest(bytes));
  }
  return digests;
}

/** Starts a server and ends it once its first cleanup is done. */
async function openOnce(dataDir: string): Promise<void> {
  const server = await openTestServer({ dataDir });
  await server.cleanUp();
  await server[Symbol.asyncDispose]();
}

/** Sets the times of all files to days ago. */
async function makeOld(dataDir: string): Promise<void> {
  const days = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000);
  for (const file of await storedFiles(dataDir)) await utimes(path.join(dataDir, 'files', file), days, days);
}

async function storedFiles(dataDir: string): Promise<string[]> {
  const found = await readdir(path.join(dataDir, 'files'), { recursive: true });
  return found.filter((name) => /^[0-9a-f]{2}[\\/]/.test(name)).sort();
}

async function makeFolder(): Promise<AsyncDisposable & { path: string }> {
  const made = await mkdtemp(path.join(tmpdir(), 'examshelf-folder-'));
  await mkdir(made, { recursive: true });
  return { path: made, [Symbol.asyncDispose]: () => rm(made, { recursive: true, force: true }) };
}
