import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { openSqlite, type SqliteOptions } from './sqlite.ts';
import { readFault } from '#server/machinery/faults/read-fault.ts';
import { makePdf } from '#test/support/documents.ts';
import { ids, openLibrarian } from '#test/support/library.ts';
import { openTestServer } from '#test/support/server.ts';
import { createLock } from '#server/machinery/queues/lock.ts';

test('delays writes but not reads while another program holds the write lock', async () => {
  await using server = await openTestServer();
  const librarian = await openLibrarian(server.url);
  await librarian.upload('a.pdf', makePdf([['one']]), 'a');
  const place = { subject: 'C Programming', facultyId: 'csit', semesterId: '1', year: 2080 };
  await librarian.publish('paper', { ...place, title: 'One', fileId: 'a' }, 'one');
  using other = new DatabaseSync(path.join(server.dataDir, 'examshelf.sqlite'));
  other.exec('begin immediate');
  const events: string[] = [];
  const papers = api.documents(ids, 'papers');
  const deleting = librarian.send('DELETE', `${papers}/one`).then(({ status }) => events.push(`deleted ${status}`));
  for (const address of ['/', '/healthz', `${papers}?project=examshelf`, api.fileDownload(ids, 'a'), '/v1/account']) {
    const { status } = await librarian.send('GET', address);
    events.push(`${address.split('?')[0]} ${status}`);
  }
  other.exec('rollback');
  await deleting;
  expect(events).toEqual([
    '/ 200',
    '/healthz 200',
    `${papers} 200`,
    `${api.fileDownload(ids, 'a').split('?')[0]} 200`,
    '/v1/account 200',
    'deleted 204',
  ]);
});

test('fails a write that waited too long for the lock, changes nothing, and runs the next one', async () => {
  await using opened = await openFolder({ busyTimeoutMs: 20 });
  const { database } = opened;
  await database.settings.set('name', 'before');
  using other = new DatabaseSync(opened.file);
  other.exec('begin immediate');
  const failed = await database.settings.set('name', 'after').catch((error: unknown) => error);
  expect(readFault(failed)).toBe('writing-held-up');
  const inTransaction = await database
    .transaction(({ settings }) => settings.set('name', 'after'))
    .catch((error: unknown) => error);
  expect(readFault(inTransaction)).toBe('writing-held-up');
  expect(await database.settings.find('name')).toBe('before');
  other.exec('rollback');
  await database.settings.set('name', 'after');
  expect(await database.settings.find('name')).toBe('after');
});

test('does not lose the next write in a transaction that stays open because its commit failed', async () => {
  let isFailing = false;
  await using opened = await openFolder({
    wrapWriter: (thread) => ({
      run(request) {
        const isEnd = request.sql === 'commit' || request.sql === 'rollback';
        return isFailing && isEnd ? Promise.reject(new Error('no answer')) : thread.run(request);
      },
      close: () => thread.close(),
    }),
  });
  const { database } = opened;
  isFailing = true;
  await expect(database.transaction(({ settings }) => settings.set('lost', 'yes'))).rejects.toThrow('no answer');
  isFailing = false;
  await database.settings.set('kept', 'yes');
  using other = new DatabaseSync(opened.file, { readOnly: true });
  expect(other.prepare("select name from settings where name in ('lost', 'kept')").all()).toEqual([{ name: 'kept' }]);
});

test('limits the queue of writes in length and in waiting time', async () => {
  const turns = createLock({ maxWaiting: 2, waitMs: 5 });
  expect(await turns.acquire()).toBeNull();
  const waiting = [turns.acquire(), turns.acquire()];
  expect(await turns.acquire()).toBe('2 other writes are already waiting');
  expect(await Promise.all(waiting)).toEqual(Array(2).fill('the previous write did not end within 5 ms'));
  const next = turns.acquire();
  turns.release();
  expect(await next).toBeNull();
  turns.release();
  expect(await turns.acquire()).toBeNull();
});

async function openFolder(options: Partial<SqliteOptions>) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-writer-'));
  const database = await openSqlite({ dataDir, publicUrl: 'https://library.test', ids, ...options });
  return {
    database,
    file: path.join(dataDir, 'examshelf.sqlite'),
    async [Symbol.asyncDispose]() {
      await database.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
