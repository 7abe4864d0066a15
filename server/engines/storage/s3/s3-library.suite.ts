import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import { makeBackup } from '#server/upkeep/backup/make-backup.ts';
import { restoreBackup } from '#server/upkeep/backup/restore-backup.ts';
import { readConfig } from '#server/config.ts';
import { checkLibrary } from '#server/upkeep/library-check/check-library.ts';
import { repairLibrary } from '#server/upkeep/library-check/repair-library.ts';
import { createStorageFiles } from '#server/upkeep/library-check/stored-files.ts';
import { makePdf } from '#test/support/documents.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { digest, ids, openLibrarian } from '#test/support/library.ts';
import { openPostgresServer, runOn } from '#test/support/postgres-server.ts';
import type { S3Server } from '#test/support/s3-server.ts';
import { openTestServer } from '#test/support/server.ts';
import { openUnreliableLine } from '#test/support/unreliable-line.ts';
import { readS3Address, type S3Address } from './s3-address.ts';
import { openS3 } from './s3.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

export const place = { subject: 'C Programming', facultyId: 'csit', semesterId: '1', year: 2024 };

/** A PDF of more than two chunks. */
const largePdf = () => Buffer.concat([makePdf([['Question 1']]), Buffer.from('\n%'), randomBytes(11_000_000)]);

/** Defines the tests of a whole server with its files in an S3-compatible store. */
export function describeS3Library(store: () => S3Server): void {
  test('uploads files in chunks, reads ranges and shows pictures, and the same after a restart', async () => {
    await using folder = await makeFolder();
    const settings = { STORAGE_URL: store().newUrl() };
    const bytes = largePdf();
    {
      await using server = await openTestServer({ settings, dataDir: folder.path });
      const librarian = await openLibrarian(server.url);
      await librarian.upload('paper.pdf', bytes, 'paper');
      await librarian.publish('paper', { ...place, title: 'C Programming 2024', fileId: 'paper' }, 'paper');
      await librarian.upload('small.pdf', makePdf([['Question 1']]), 'small');
      await librarian.publish('note', { ...place, title: 'Pointers', fileId: 'small' }, 'note');
      const picture = await fetch(`${server.url}${api.filePreview(ids, 'small')}&width=320&output=webp`);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    }
    await using server = await openTestServer({ settings, dataDir: folder.path });
    const address = `${server.url}${api.fileDownload(ids, 'paper')}`;
    const whole = await fetch(address);
    expect(digest(Buffer.from(await whole.arrayBuffer()))).toBe(digest(bytes));
    const part = await fetch(address, { headers: { range: 'bytes=6000000-6000099' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 6000000-6000099/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(6_000_000, 6_000_100));
  });

  test('backs up the files of the store, and restores them into another one, which is checked', async () => {
    await using folder = await makeFolder();
    const dataDir = path.join(folder.path, 'data');
    const first = store().newUrl();
    const bytes = makePdf([['Question 1']]);
    {
      await using server = await openTestServer({ settings: { STORAGE_URL: first }, dataDir });
      const librarian = await openLibrarian(server.url);
      await librarian.upload('paper.pdf', bytes, 'paper');
      await librarian.publish('paper', { ...place, title: 'C Programming 2024', fileId: 'paper' }, 'paper');
    }
    const target = path.join(folder.path, 'library.tar');
    const made = await makeBackup({ dataDir, store: readS3Address(first), target, passphrase: null });
    expect(made).toMatchObject({ files: 1, copiedBytes: bytes.length, missing: [] });

    const restored = path.join(folder.path, 'restored');
    const second = store().newUrl();
    const job = { source: target, dataDir: restored, passphrase: null };
    await expect(restoreBackup({ ...job, store: readS3Address(first) })).rejects.toThrow('is not empty');
    await restoreBackup({ ...job, store: readS3Address(second) });
    await using storage = await openStore(second, folder.path);
    expect(await checkLibrary({ dataDir: restored, stored: createStorageFiles(storage) })).toMatchObject({
      files: 1,
      bytes: bytes.length,
      problems: [],
    });
    {
      await using server = await openTestServer({ settings: { STORAGE_URL: second }, dataDir: restored });
      const answer = await fetch(`${server.url}${api.fileDownload(ids, 'paper')}`);
      expect(digest(Buffer.from(await answer.arrayBuffer()))).toBe(digest(bytes));
      // The files of the first library have no records in another one.
      await expect(openTestServer({ settings: { STORAGE_URL: first } })).rejects.toThrow(
        'holds the files of another library',
      );
    }
    await storage.remove('paper');
    const { problems } = await checkLibrary({ dataDir: restored, stored: createStorageFiles(storage) });
    expect(problems).toMatchObject([{ kind: 'bytes missing' }]);
  });

  test("reports a store that can't be reached, loses nothing, and recovers without a restart", async () => {
    await using line = await openUnreliableLine(store().endpoint);
    const url = new URL(store().newUrl());
    url.searchParams.set('endpoint', line.url);
    await using server = await openTestServer({ settings: { STORAGE_URL: url.href } });
    const librarian = await openLibrarian(server.url);
    const bytes = makePdf([['Question 1']]);
    await librarian.upload('paper.pdf', bytes, 'paper');
    await librarian.publish('paper', { ...place, title: 'C Programming 2024', fileId: 'paper' }, 'paper');
    const address = `${server.url}${api.fileDownload(ids, 'paper')}`;

    line.watch = () => true;
    const read = await fetch(address);
    expect([read.status, read.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await read.json()).toMatchObject({ message: expect.stringContaining('store of the files') });
    await expect(librarian.upload('other.pdf', bytes, 'other')).rejects.toThrow('503');
    const ready = await fetch(`${server.url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { storage: 'store-failing' }]);
    expect((await librarian.send('GET', api.document(ids, 'papers', 'paper'))).status).toBe(200);

    line.watch = () => false;
    expect((await librarian.upload('other.pdf', bytes, 'other')).chunksUploaded).toBe(1);
    expect(digest(Buffer.from(await (await fetch(address)).arrayBuffer()))).toBe(digest(bytes));
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 90_000 }).toBe(200);
  });
}

/** Defines the tests of `npm run check-library` with both engines. */
export function describeS3Check(store: () => S3Server): void {
  test.skipIf(whyNoPostgres() || isOnlyInSweep('engines'))(
    'compares records and store with the records in PostgreSQL as well',
    async () => {
      await using folder = await makeFolder();
      await using database = await (await openPostgresServer()).make();
      const dataDir = path.join(folder.path, 'data');
      const url = store().newUrl();
      {
        await using server = await openTestServer({ settings: { STORAGE_URL: url }, dataDir, database });
        const librarian = await openLibrarian(server.url);
        for (const id of ['one', 'two']) await librarian.upload('paper.pdf', makePdf([[id]]), id);
      }
      await using storage = await openStore(url, folder.path);
      const stored = createStorageFiles(storage);
      const check = () => checkLibrary({ dataDir, database: database.address, stored });
      expect(await check()).toMatchObject({ files: 2, isServerRunning: false, problems: [], notes: [] });
      await storage.remove('one');
      for (const id of ['stray', 'half']) await storage.putPart(id, 0, Readable.from([Buffer.from('a part')]));
      await storage.joinParts('stray', 1);
      await storage.removeParts('stray');
      expect((await check()).problems.map(({ kind, what }) => [kind, what.split(' (')[0]])).toEqual([
        ['bytes missing', 'one'],
        ['bytes without a record', 'stray'],
        ['parts without a record', 'half'],
      ]);
    },
  );
}

/** Defines the tests of `npm run check-library -- --repair` with both engines. */
export function describeS3Repair(store: () => S3Server): void {
  test.skipIf(whyNoPostgres() || isOnlyInSweep('engines'))(
    'restores lost records from bytes in the store, and the rest from a backup',
    async () => {
      await using folder = await makeFolder();
      await using database = await (await openPostgresServer()).make();
      const dataDir = path.join(folder.path, 'data');
      const url = store().newUrl();
      const all = ['one', 'two', 'three'];
      {
        await using server = await openTestServer({ settings: { STORAGE_URL: url }, dataDir, database });
        const librarian = await openLibrarian(server.url);
        for (const id of all) {
          await librarian.upload('paper.pdf', makePdf([[id]]), id);
          await librarian.publish('paper', { ...place, title: id, fileId: id }, id);
        }
      }
      const source = path.join(folder.path, 'backup');
      await makeBackup({
        dataDir,
        database: database.address,
        store: readS3Address(url),
        target: source,
        passphrase: null,
      });
      {
        await using storage = await openStore(url, folder.path);
        for (const id of ['two', 'three']) await storage.remove(id);
      }
      await runOn(
        database.address,
        `alter table files disable trigger all; delete from files where id in ('one', 'two');
       alter table files enable trigger all`,
      );
      const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url, STORAGE_URL: url });
      const log = pino({ level: 'silent' });
      expect(await repairLibrary({ config, log })).toMatchObject({ records: 1, bytes: 0 });
      const from = { source, passphrase: null };
      expect(await repairLibrary({ config, log, from })).toMatchObject({ records: 1, bytes: 2, strays: 0 });
      await using storage = await openStore(url, folder.path);
      const stored = createStorageFiles(storage);
      const report = await checkLibrary({ dataDir, database: database.address, stored });
      expect(report).toMatchObject({ files: 3, problems: [], notes: [] });
      const rows = await runOn(database.address, 'select id, uses::int as uses from files order by id');
      expect(rows).toEqual([...all].sort().map((id) => ({ id, uses: 1 })));
    },
  );
}

/** Defines the tests of restorations that fail. */
export function describeRestoration(store: () => S3Server): void {
  test.skipIf(isOnlyInSweep('faults'))('removes only its own files when a restoration fails', async () => {
    await using folder = await makeFolder();
    const dataDir = path.join(folder.path, 'data');
    {
      await using server = await openTestServer({ dataDir });
      const librarian = await openLibrarian(server.url);
      for (const name of ['one', 'two']) {
        await librarian.upload(`${name}.pdf`, makePdf([[name]]), name);
        await librarian.publish('paper', { ...place, title: name, fileId: name }, name);
      }
    }
    const source = path.join(folder.path, 'library.tar');
    await makeBackup({ dataDir, target: source, passphrase: null });
    const url = store().newUrl();
    const job = { source, dataDir: path.join(folder.path, 'restored'), store: readS3Address(url), passphrase: null };
    await using storage = await openStore(url, folder.path);
    const namesOf = async (held: AsyncIterable<{ fileId: string }>) => {
      const names: string[] = [];
      for await (const { fileId } of held) names.push(fileId);
      return names.sort();
    };
    const stop = new AbortController();

    await storage.give('an older library');
    await expect(
      restoreBackup(job, { signal: stop.signal, progress: () => stop.abort(new Error('stopped')) }),
    ).rejects.toThrow('stopped');
    expect([await namesOf(storage.list()), await namesOf(storage.listParts())]).toEqual([[], []]);
    expect(await storage.owner()).toBe('an older library');

    // With the first file; the second one needs several requests after that.
    let taking: Promise<void> | undefined;
    const whenTakenOver = restoreBackup(job, {
      progress: () => void (taking ??= storage.give('restoration of another')),
    });
    await expect(whenTakenOver).rejects.toThrow('another restoration');
    // The restoration stops before the next file, and does not touch files that may belong to the other one.
    expect(await namesOf(storage.list())).toContain('one');
    expect(await storage.owner()).toBe('restoration of another');
    for (const name of ['one', 'two']) await storage.remove(name);
    await storage.give(null);

    await storage.putPart('upload', 0, Readable.from(['begun']));
    await expect(restoreBackup(job)).rejects.toThrow('is not empty (it holds upload)');
    expect(await namesOf(storage.listParts())).toEqual(['upload']);
  });
}

/** Defines the tests of downloads from the store itself. */
export function describeRedirection(store: () => S3Server): void {
  test('redirects only permitted downloads to the store with STORAGE_REDIRECT, not the reader or HTML', async () => {
    const settings = { STORAGE_URL: store().newUrl(), STORAGE_REDIRECT: 'on' };
    await using server = await openTestServer({ settings });
    const librarian = await openLibrarian(server.url);
    const bytes = makePdf([['Question 1']]);
    await librarian.upload('प्रश्न 1.pdf', bytes, 'paper');
    await librarian.upload('old.html', Buffer.from('<!doctype html><script>alert(1)</script>'), 'page');
    await librarian.publish('paper', { ...place, title: 'C Programming 2024', fileId: 'paper' }, 'paper');
    await librarian.publish('paper', { ...place, title: 'C Programming 2023', fileId: 'page' }, 'page');
    const browser = { 'user-agent': 'Mozilla/5.0', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const ask = (address: string, headers: http.OutgoingHttpHeaders = browser, method = 'GET') =>
      askPlainly(`${server.url}${address}`, headers, method);
    for (const [address, disposition] of [
      [api.fileDownload(ids, 'paper'), 'attachment'],
      [api.fileView(ids, 'paper'), 'inline'],
    ] as const) {
      const sent = await ask(address);
      expect([sent.status, sent.headers['cache-control']]).toEqual([307, 'private, no-store']);
      const there = sent.headers.location ?? '';
      expect([there.startsWith(store().endpoint), new URL(there).searchParams.get('X-Amz-Expires')]).toEqual([
        true,
        '300',
      ]);
      const file = await fetch(there);
      expect(digest(Buffer.from(await file.arrayBuffer()))).toBe(digest(bytes));
      expect([file.headers.get('content-type'), file.headers.get('cache-control')]).toEqual([
        'application/pdf',
        'private, max-age=300',
      ]);
      expect(file.headers.get('content-disposition')).toBe(
        `${disposition}; filename="prsn 1.pdf"; filename*=UTF-8''%E0%A4%AA%E0%A5%8D%E0%A4%B0%E0%A4%B6%E0%A5%8D%E0%A4%A8%201.pdf`,
      );
      // The URL gives access to nothing else.
      expect((await fetch(there.replace('/paper?', '/page?'))).status).toBe(403);
    }
    const address = api.fileDownload(ids, 'paper');
    expect((await ask(address, { 'user-agent': 'curl/8' })).status).toBe(307);
    const own: [http.OutgoingHttpHeaders, number][] = [
      [{ ...browser, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, 200],
      [{ ...browser, 'sec-fetch-dest': 'iframe' }, 200],
      [{ 'user-agent': 'Mozilla/5.0 an older browser' }, 200],
      [{ ...browser, range: 'bytes=0-9' }, 206],
      [{ ...browser, 'if-none-match': `"${digest(bytes)}"` }, 304],
    ];
    for (const [headers, status] of own)
      expect([headers, (await ask(address, headers)).status]).toEqual([headers, status]);
    expect((await ask(address, browser, 'HEAD')).status).toBe(200);
    const page = await ask(api.fileView(ids, 'page'));
    expect([page.status, page.headers['content-security-policy']]).toEqual([200, expect.stringContaining('sandbox')]);
    await librarian.send('POST', panelApi.hideMaterial('paper'), { reason: 'A solution' });
    expect((await ask(address)).status).toBe(404);
    await librarian.send('POST', panelApi.showMaterial('paper'));
    // Our server itself reports a lost file.
    await server.resources.storage.remove('paper');
    const lost = await ask(address);
    expect([lost.status, lost.text]).toEqual([404, expect.stringContaining('missing or damaged')]);
  });
}

/** Sends a request without the headers that `fetch` adds automatically. */
async function askPlainly(address: string, headers: http.OutgoingHttpHeaders, method: string) {
  const request = http.request(address, { headers, method, agent: false }).end();
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}

export async function makeFolder(): Promise<AsyncDisposable & { path: string }> {
  const made = await mkdtemp(path.join(tmpdir(), 'examshelf-s3-library-'));
  return { path: made, [Symbol.asyncDispose]: () => rm(made, { recursive: true, force: true }) };
}

export async function openStore(url: string, folder: string, redirect: { endpoint: string | null } | null = null) {
  const storage = await openS3({
    address: readS3Address(url) as S3Address,
    scratch: path.join(folder, 'scratch'),
    redirect,
  });
  return { ...storage, [Symbol.asyncDispose]: () => storage.close() };
}
