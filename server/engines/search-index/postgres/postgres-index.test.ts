import { afterAll, describe, expect, test } from 'vitest';
import { emptyQuery } from '#contract/query.ts';
import { materialKinds } from '#domain/material.ts';
import { describeSearchIndex, found, requestOf, shelve } from '#server/engines/search-index/search-index.suite.ts';
import { Problem } from '#contract/problems.ts';
import type { SetDeadline } from '#server/machinery/threads/thread-pool.ts';
import { readFault } from '#server/machinery/faults/read-fault.ts';
import { openReadLane } from '#server/engines/database/postgres/read-lane.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresLibrary } from '#test/support/postgres-library.ts';
import { holdTables, runOn } from '#test/support/postgres-server.ts';
import { openUnreliableLine } from '#test/support/unreliable-line.ts';
import { createIndexSearcher } from './index-reads.ts';
import { indexVersion } from './index-tables.ts';
import { openPostgresIndex, type PostgresIndexOptions } from './postgres-index.ts';

const missing = whyNoPostgres();

async function openLibrary() {
  const library = await openPostgresLibrary();
  const open = (more: Partial<PostgresIndexOptions> = {}) =>
    openPostgresIndex({
      address: library.address,
      reader: library.database.reader,
      // On a busy machine a small search can take as long as the product allows for a large one.
      setDeadline: () => () => undefined,
      ...more,
    });
  const index = open();
  return {
    ...library,
    index,
    /** Opens the index of another node. */
    openIndex: open,
    async [Symbol.asyncDispose]() {
      await index.close();
      await library[Symbol.asyncDispose]();
    },
  };
}

type Library = Awaited<ReturnType<typeof openLibrary>>;

const heaps = 'A heap is a complete binary tree.';

describe.skipIf(missing)('the index of words in PostgreSQL', () => {
  let shared: Library | null = null;
  afterAll(() => shared?.[Symbol.asyncDispose]());

  /** Empties the tables that the previous test used. The threads are started once for all tests. */
  async function openEmpty() {
    const library = (shared ??= await openLibrary());
    const { index, database } = library;
    return {
      ...library,
      async [Symbol.asyncDispose]() {
        for (const { sequence } of await index.list({ after: 0, limit: 100 })) await index.remove(sequence);
        for (const kind of materialKinds) {
          const { materials } = await database.materials.list(kind, emptyQuery, 'everything');
          for (const { id } of materials) {
            await database.materials.withdraw(id);
            await database.materials.remove(id);
          }
        }
      },
    };
  }

  test('a search sees one state of the index, even if a page is indexed meanwhile', async () => {
    await using opened = await openEmpty();
    const { index, address } = opened;
    const sequence = await shelve(opened, 'a1', ['Give reasons.', '']);
    const lane = openReadLane({
      address,
      limits: { workers: 1, maxWaiting: 1, deadlineMs: 600_000 },
      setDeadline: () => () => undefined,
      isGuarded: true,
      onLost: () => undefined,
    });
    const search = createIndexSearcher(
      {
        read: lane.read,
        transaction: (work) =>
          lane.transaction((run) =>
            work(async (sql, parameters) => {
              if (sql.includes('@@'))
                await index.putPages(sequence, [{ page: 2, text: 'Give an example of the banker.' }]);
              return run(sql, parameters);
            }),
          ),
      },
      () => undefined,
    );
    const pagesFound = async () => (await search(requestOf('give banker '))).materials.map(({ pages }) => pages);
    try {
      expect(await pagesFound()).toEqual([[1]]);
      expect(await pagesFound()).toEqual([[2]]);
    } finally {
      await lane.close();
    }
  });

  describeSearchIndex(openEmpty);

  describeNodes(openEmpty);
  describeMaking(openEmpty);
  describeLine(openEmpty);
});

type OpenEmpty = () => Promise<Library>;

function describeNodes(openEmpty: OpenEmpty): void {
  test('pages indexed by one node are found by another, and a change of permissions applies to all at once', async () => {
    await using opened = await openEmpty();
    const other = opened.openIndex();
    await using records = await opened.open().then((database) => ({ database, [Symbol.asyncDispose]: database.close }));
    const before = await other.edition();
    await shelve(opened, 'a1', [heaps]);
    expect(await found(other, 'heap ')).toBe('a1:1');
    const after = await other.edition();
    expect(after).not.toBe(before);
    await records.database.materials.update('a1', { permissions: ['read("user:u1")'] });
    expect(await opened.index.edition()).not.toBe(after);
    expect([await found(opened.index, 'heap '), await found(other, 'heap ')]).toEqual(['', '']);
    expect(await found(other, 'heap ', { readers: ['any', 'users', 'user:u1'] })).toBe('a1:1');
    await records.database.materials.update('a1', { permissions: ['read("any")'] });
    expect(await found(opened.index, 'heap ')).toBe('a1:1');
    await other.close();
  });

  test('two nodes that index the same pages at the same time leave the same index as one would', async () => {
    await using opened = await openEmpty();
    const other = opened.openIndex();
    const sequence = await shelve(opened, 'a1', ['an older text']);
    const pages = Array.from({ length: 40 }, (_, at) => ({ page: at + 1, text: `${heaps} Page ${at} of it.` }));
    await Promise.all([opened.index.putPages(sequence, pages), other.putPages(sequence, pages)]);
    await Promise.all([opened.index.putPages(sequence, pages.slice(20)), other.putPages(sequence, pages)]);
    expect(await opened.index.count()).toMatchObject({ materials: 1, pages: 40 });
    const [state] = (await runOn(opened.address, 'select slot from search_state')) as { slot: number }[];
    const ask = (what: string) => runOn(opened.address, what.replaceAll('SLOT', String(state?.slot)));
    expect(
      await ask("select word, pages from search_words_SLOT where word in ('heap', 'older') order by word"),
    ).toEqual([
      { word: 'heap', pages: 40 },
      { word: 'older', pages: 0 },
    ]);
    await Promise.all([opened.index.remove(sequence), other.remove(sequence)]);
    expect(await ask('select sum(pages) as all from search_words_SLOT')).toEqual([{ all: 0 }]);
    expect(await ask('select sum(pages + materials) as all from search_stems_SLOT')).toEqual([{ all: 0 }]);
    expect(await ask('select pages, words from search_totals_SLOT')).toEqual([{ pages: 0, words: 0 }]);
    await other.close();
  });

  test('one node at a time has the claim of a material; the claim of a node that died passes on', async () => {
    await using opened = await openEmpty();
    const other = opened.openIndex();
    const claim = await opened.index.claim('a1');
    expect(claim).not.toBeNull();
    expect(await other.claim('a1')).toBeNull();
    expect(await other.claim('a2')).not.toBeNull();
    await claim?.release();
    expect(await other.claim('a1')).not.toBeNull();
    await other.close();
    expect(await opened.index.claim('a1')).toBeNull();
    await runOn(opened.address, "update search_claims set until = clock_timestamp() - interval '1 second'");
    expect(await opened.index.claim('a1')).not.toBeNull();
  });
}

function describeMaking(openEmpty: OpenEmpty): void {
  test('an index of an older release is compared as empty, and is rebuilt with the first change', async () => {
    await using opened = await openEmpty();
    await shelve(opened, 'a1', [heaps]);
    await runOn(opened.address, 'update search_state set version = 0');
    expect(await opened.index.list({ after: 0, limit: 10 })).toEqual([]);
    await shelve(opened, 'a2', [heaps]);
    expect(await found(opened.index, 'heap ')).toBe('a2:1');
    expect(await opened.index.count()).toMatchObject({ materials: 1, pages: 1 });
    await runOn(opened.address, 'update search_state set version = 1000');
    await expect(opened.index.remove(1)).rejects.toThrow('a newer release has made it');
    await runOn(opened.address, `update search_state set version = ${indexVersion}`);
  });

  test('one node at a time rebuilds the index, and nothing remains of an unfinished rebuild', async () => {
    await using opened = await openEmpty();
    const other = opened.openIndex();
    const sequence = await shelve(opened, 'a1', [heaps]);
    const made = await opened.index.rebuild();
    await expect(other.rebuild()).rejects.toThrow('another node is already rebuilding it');
    await made.begin({ sequence, id: 'a1', sha256: 'digest of a1', texts: [] });
    await made.putPages(sequence, [{ page: 1, text: 'A graph.' }]);
    await runOn(
      opened.address,
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
    );
    const lost = await made.complete().catch((error: unknown) => error);
    expect(readFault(lost)).toBe('database-failing');
    await made.abandon();
    expect([await found(other, 'heap '), await found(other, 'graph ')]).toEqual(['a1:1', '']);
    const again = await other.rebuild();
    await again.complete();
    expect([await found(opened.index, 'heap '), await opened.index.count()]).toEqual([
      '',
      { materials: 0, pages: 0, words: 0 },
    ]);
    await other.close();
  });
}

function describeLine(openEmpty: OpenEmpty): void {
  test('a search past its deadline ends on the server too, and searches beyond the queue are refused', async () => {
    await using opened = await openEmpty();
    await shelve(opened, 'a1', [heaps]);
    const deadlines: (() => void)[] = [];
    const setDeadline: SetDeadline = (abort) => {
      deadlines.push(abort);
      return () => undefined;
    };
    const limits = { workers: 1, maxWaiting: 1, deadlineMs: 600_000, niceness: 0 };
    const index = opened.openIndex({ limits, setDeadline });
    expect(await found(index, 'heap ')).toBe('a1:1');
    const refusalOf = (search: Promise<unknown>) =>
      search.then(String, (error: unknown) => (error instanceof Problem ? error.type : error));
    const held = await holdTables(opened.address, ['search_words_0', 'search_words_1']);
    const searches = [refusalOf(index.find(requestOf('heap ')))];
    await expect.poll(() => held.waiting()).toBe(1);
    searches.push(refusalOf(index.find(requestOf('heap '))), refusalOf(index.find(requestOf('heap '))));
    expect(await searches[2]).toBe('general_service_unavailable');
    for (const abort of deadlines) abort();
    expect(await Promise.all(searches)).toEqual(Array(3).fill('general_service_unavailable'));
    await expect.poll(() => held.waiting()).toBe(0);
    await held.release();
    expect(await found(index, 'heap ')).toBe('a1:1');
    await index.close();
  });

  test('a lost connection is a fault of the database, and the next search works', async () => {
    await using opened = await openEmpty();
    await shelve(opened, 'a1', [heaps]);
    await using line = await openUnreliableLine(`http://${opened.address.host}:${opened.address.port}`);
    const index = opened.openIndex({ address: { ...opened.address, port: Number(new URL(line.url).port) } });
    expect(await found(index, 'heap ')).toBe('a1:1');
    line.watch = () => true;
    const failed = await Promise.all(
      [index.find(requestOf('heap ')), index.remove(1)].map((each) => each.catch((error: unknown) => error)),
    );
    expect(failed.map(readFault)).toEqual(['database-failing', 'database-failing']);
    line.watch = () => false;
    expect(await found(index, 'heap ')).toBe('a1:1');
    await index.close();
  });

  test('nothing needs a separate session', async () => {
    await using opened = await openEmpty();
    await using line = await openUnreliableLine(`http://${opened.address.host}:${opened.address.port}`);
    const sent: string[] = [];
    line.watch = (bytes) => {
      sent.push(bytes);
      return false;
    };
    const index = opened.openIndex({ address: { ...opened.address, port: Number(new URL(line.url).port) } });
    await shelve({ index, database: opened.database }, 'a1', [heaps]);
    await found(index, 'heap ');
    await (await index.rebuild()).abandon();
    await (await index.claim('a1'))?.release();
    const all = sent.join('').toLowerCase();
    expect(all).toContain('set local work_mem');
    expect(all).not.toMatch(/\bset (?!local\b|[a-z_"]+ = )/);
    expect(all).not.toMatch(/pg_(?:try_)?advisory_lock|\blisten\b|\bdeclare\b|create temp|\bprepare\b/);
    await index.close();
  });
}
