import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import { makePdf } from '#test/support/documents.ts';
import { digest, ids, openLibrarian } from '#test/support/library.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresServer, runOn, toUrl, type TestDatabase } from '#test/support/postgres-server.ts';
import { administrator, openTestServer } from '#test/support/server.ts';
import { openUnreliableLine } from '#test/support/unreliable-line.ts';
import { runAdmin } from '#scripts/admin/run-admin.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const missing = whyNoPostgres();
const everywhere = { kind: [], facultyId: [], semesterId: [], subject: [], year: [], yearBs: [], asTyped: false };
const place = { subject: 'C Programming', facultyId: 'csit', semesterId: '1', year: 2024 };

describe.skipIf(missing)('a whole server with its records in PostgreSQL', () => {
  test.skipIf(isOnlyInSweep('engines'))(
    'uploads, publishes, lists, searches, edits, hides and withdraws materials, even after a restart',
    async () => {
      const postgres = await openPostgresServer();
      await using database = await postgres.make({ isEmpty: true });
      await using folder = await makeFolder();
      const options = { database, dataDir: folder.path, readsTexts: true };
      const bytes = makePdf([['Explain pointers to functions'], ['Quicksort']]);
      const papers = api.documents(ids, 'papers');
      {
        await using server = await openTestServer(options);
        const librarian = await openLibrarian(server.url);
        await librarian.upload('paper.pdf', bytes, 'paper');
        await librarian.publish('paper', { ...place, title: 'C++ प्रश्नपत्र २०८०', fileId: 'paper' }, 'one');
        await librarian.upload('note.pdf', makePdf([['Linked lists']]), 'note');
        await librarian.publish('note', { ...place, title: 'Lists', fileId: 'note' }, 'two');
        const edited = await librarian.send('PATCH', api.document(ids, 'papers', 'one'), {
          data: { title: 'C++ 2081' },
        });
        expect(edited.status).toBe(200);
        expect((await librarian.send('DELETE', api.document(ids, 'notes', 'two'))).status).toBe(204);
      }
      // All data derived from the records is rebuilt from the database.
      await rm(path.join(folder.path, 'search'), { recursive: true });
      await using server = await openTestServer(options);
      const librarian = await openLibrarian(server.url);
      const guest = async <Answer>(address: string) =>
        (await (await fetch(`${server.url}${address}`)).json()) as Answer;
      type Documents = { total: number; documents: { title: string }[] };
      expect(await guest<Documents>(`${papers}?project=examshelf`)).toMatchObject({
        total: 1,
        documents: [{ title: 'C++ 2081' }],
      });
      const file = await fetch(`${server.url}${api.fileDownload(ids, 'paper')}`);
      expect(digest(Buffer.from(await file.arrayBuffer()))).toBe(digest(bytes));
      expect((await fetch(`${server.url}${api.document(ids, 'notes', 'two')}?project=examshelf`)).status).toBe(404);
      const search = async (q: string) => {
        const request = { ...everywhere, q, limit: 10, offset: 0 };
        const { total } = await guest<{ total: number }>(api.search(request));
        return total;
      };
      await expect.poll(() => search('pointers functions')).toBe(1);
      expect(await search('linked lists')).toBe(0);
      await expectTextsIn(database, folder.path);
      expect((await librarian.send('POST', panelApi.hideMaterial('one'), { reason: 'A wrong scan' })).status).toBe(200);
      expect(await search('pointers')).toBe(0);
      expect((await guest<Documents>(`${papers}?project=examshelf`)).total).toBe(0);
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    },
  );

  test('reports an unreachable database, loses no acknowledged write, and recovers without a restart', async () => {
    const postgres = await openPostgresServer();
    await using database = await postgres.make();
    await using line = await openUnreliableLine(`http://${database.address.host}:${database.address.port}`);
    const url = toUrl({ ...database.address, port: Number(new URL(line.url).port) });
    const logged: string[] = [];
    const log = pino({ level: 'info' }, { write: (text: string) => void logged.push(text) });
    await using server = await openTestServer({ database: { url }, log });
    const librarian = await openLibrarian(server.url);
    await librarian.upload('paper.pdf', makePdf([['Question 1']]), 'paper');
    await librarian.publish('paper', { ...place, title: 'C Programming 2024', fileId: 'paper' }, 'paper');
    const address = `${server.url}${api.document(ids, 'papers', 'paper')}?project=examshelf`;

    line.watch = () => true;
    const read = await fetch(address);
    expect([read.status, read.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await read.json()).toMatchObject({ message: expect.stringContaining('records cannot be reached') });
    const changed = await librarian.send('PATCH', api.document(ids, 'papers', 'paper'), { data: { title: 'Lost' } });
    expect(changed.status).toBe(503);
    const ready = await fetch(`${server.url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([
      503,
      { database: 'database-failing', writing: 'database-failing' },
    ]);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);

    line.watch = () => false;
    expect(await (await fetch(address)).json()).toMatchObject({ title: 'C Programming 2024' });
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 20_000 }).toBe(200);
    const faults = logged.filter((text) => text.includes('"fault":"database-failing"'));
    expect(faults.map((text) => text.includes('over: it works again'))).toEqual([false, true]);
    expect(logged.join('')).not.toContain(encodeURIComponent(database.address.password ?? ''));
    expect(logged.join('')).not.toContain(database.address.password);
  });
});

describe.skipIf(missing)('next to a server with its records in PostgreSQL', () => {
  test('the commands for administrators work while the server runs', async () => {
    const postgres = await openPostgresServer();
    await using database = await postgres.make();
    await using server = await openTestServer({ database });
    const said: string[] = [];
    const write = (text: string) => said.push(text) > 0;
    const streams = {
      stdin: process.stdin,
      stdout: { write },
      stderr: { write },
      env: { DATABASE_URL: database.url, DATA_DIR: server.dataDir },
    };
    expect(await runAdmin(['list'], streams as unknown as Parameters<typeof runAdmin>[1])).toBe(0);
    expect(said.join('')).toContain(administrator.email);
  });

  test('rejects a new library if there are stored files without any record', async () => {
    const postgres = await openPostgresServer();
    await using first = await postgres.make();
    await using folder = await makeFolder();
    {
      await using server = await openTestServer({ database: first, dataDir: folder.path });
      const librarian = await openLibrarian(server.url);
      await librarian.upload('paper.pdf', makePdf([['Question 1']]), 'paper');
    }
    await using other = await postgres.make();
    await expect(openTestServer({ database: other, dataDir: folder.path })).rejects.toThrow(
      'but its database (of DATABASE_URL) knows of none',
    );
  });
});

/** The extracted texts are in the database as well, for all nodes. */
async function expectTextsIn({ address }: TestDatabase, folder: string): Promise<void> {
  expect(await runOn(address, 'select sum(read) as pages from text_documents')).toEqual([{ pages: 3 }]);
  expect(await readdir(path.join(folder, 'texts'))).not.toContain('texts.sqlite');
}

async function makeFolder(): Promise<AsyncDisposable & { path: string }> {
  const made = await mkdtemp(path.join(tmpdir(), 'examshelf-postgres-library-'));
  return { path: made, [Symbol.asyncDispose]: () => rm(made, { recursive: true, force: true }) };
}
