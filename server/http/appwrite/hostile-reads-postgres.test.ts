import { describe, expect, test } from 'vitest';
import { contains, equal, type Filter } from '#contract/query.ts';
import { writeQueries } from '#contract/queries/write-queries.ts';
import type { SetDeadline } from '#server/machinery/threads/thread-pool.ts';
import { callAs, callAsAdministrator, type ContractCaller } from '#test/support/contract-caller.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { fillMaterials } from '#test/support/postgres-fill.ts';
import { openPostgresServer, runOn, type TestDatabase } from '#test/support/postgres-server.ts';
import { openTestServer } from '#test/support/server.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/**
 * Same tests as hostile-reads.test.ts, for records in PostgreSQL, which has an index for most of the queries that are
 * slow on SQLite.
 */
const missing = whyNoPostgres();

const place = [equal('facultyId', 'csit'), equal('semesterId', '1')];

/**
 * A filter with texts that no subject has; but each subject has the beginning of all of them at each of its letters.
 */
const hostileFilter = (list: number): Filter => ({
  method: 'notContains',
  attribute: 'subject',
  values: Array.from({ length: 100 }, (_, index) => `${'a'.repeat(30)}${list}.${index}`),
});

function list(caller: ContractCaller, filters: Filter[], from: string) {
  const queries = writeQueries({ filters }).map((text, index) => `queries[${index}]=${encodeURIComponent(text)}`);
  return caller.call('GET', `/databases/library/collections/papers/documents?${queries.join('&')}`, {
    headers: { 'x-forwarded-for': from },
  });
}

/** Opens a server on a library that takes minutes to search. The test controls the deadlines of its reads. */
async function openServer(database: TestDatabase) {
  const deadlines = new Set<() => void>();
  const setDeadline: SetDeadline = (giveUp) => {
    deadlines.add(giveUp);
    return () => deadlines.delete(giveUp);
  };
  const settings = { TRUSTED_PROXIES: '127.0.0.1', OCR_LANGUAGES: 'off' };
  const server = await openTestServer({ database, reads: { setDeadline }, settings });
  await runOn(
    database.address,
    `insert into files (id, name, name_folded, folder, folder_folded, mime_type, size_bytes, chunks_total, is_finished, sha256,
       owner_id, created_at, updated_at)
     select 'file' || n, 'a.pdf', 'a.pdf', '', '', 'application/pdf', 1, 1, 1, 'digest' || n, 'admin', 1, 1
     from generate_series(0, 99) as n`,
  );
  await runOn(database.address, fillMaterials(4000));
  await runOn(
    database.address,
    `begin; alter table materials disable trigger user;
     update materials set subject_folded = repeat('a', 1000) || sequence where not (faculty_id = 'csit' and semester_id = '1');
     alter table materials enable trigger user; commit`,
  );
  return { server, passDeadlines: () => [...deadlines].forEach((giveUp) => giveUp()) };
}

/** Returns the number of statements with such a filter that the database server is running. */
async function running({ address }: TestDatabase): Promise<number> {
  const rows = await runOn(
    address,
    "select 1 from pg_stat_activity where datname = current_database() and state = 'active' and query like '%subject_folded% like %' and pid <> pg_backend_pid()",
  );
  return rows.length;
}

describe.skipIf(missing || isOnlyInSweep('faults'))('hostile lists of records in PostgreSQL', () => {
  test('hostile lists of one client delay no page, sign-in, administrator or slow list of others, and end', async () => {
    await using database = await (await openPostgresServer()).make();
    const { server, passDeadlines } = await openServer(database);
    await using _ = server;
    const visitor = callAs(server.url);
    const settled: number[] = [];
    const hostile = Array.from({ length: 12 }, async (_each, index) => {
      const answer = await list(visitor, [hostileFilter(index)], '192.0.2.1');
      settled.push(index);
      return answer;
    });
    // Half of the connections of visitors, and no more.
    await expect.poll(() => running(database)).toBe(2);

    expect(await (await fetch(`${server.url}/healthz`)).text()).toBe('ok');
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect((await list(visitor, place, '192.0.2.2')).json['total']).toBeGreaterThan(10);
    const slow: Filter[] = [...place, { method: 'notContains', attribute: 'title', values: ['zz'] }];
    expect((await list(visitor, slow, '192.0.2.2')).json['total']).toBeGreaterThan(10);
    expect((await list(visitor, [contains('title', 'er 1')], '192.0.2.3')).status).toBe(200);
    const administrator = await callAsAdministrator(server.url);
    expect((await list(administrator, slow, '192.0.2.4')).json['total']).toBeGreaterThan(10);
    // Between two statements of a list, no statement of the list runs.
    await expect.poll(() => running(database)).toBe(2);
    expect(settled).toEqual([]);

    while (settled.length < 12) {
      passDeadlines();
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const answer of await Promise.all(hostile))
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    await expect.poll(() => running(database)).toBe(0);
    expect((await list(visitor, slow, '192.0.2.1')).status).toBe(200);
  });
});
