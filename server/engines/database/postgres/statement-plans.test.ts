import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addFile } from '#server/engines/database/database.suite.ts';
import type { QueryRun } from '#server/engines/database/sql/engine.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { namedLists } from '#test/support/named-lists.ts';
import { fillMaterials } from '#test/support/postgres-fill.ts';
import { openPostgresLibrary } from '#test/support/postgres-library.ts';
import { runOn } from '#test/support/postgres-server.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';
import { clientConfig, toParameter } from './client-config.ts';

/**
 * Reads the plans of the lists on PostgreSQL, as test/support/statement-plans.test.ts does on SQLite. With up-to-date
 * statistics, none of them may scan all materials or files. `TEST_MATERIALS=1000000` reads them with a million.
 */

const missing = whyNoPostgres();
/** Enough that reading all of them is slow. */
const materials = Number(process.env['TEST_MATERIALS'] ?? 30_000);
const fillingMs = 20 * 60_000;

describe.skipIf(missing || isOnlyInSweep('engines'))('the lists of a library in PostgreSQL', () => {
  const statements: QueryRun[] = [];
  let opened: Awaited<ReturnType<typeof openPostgresLibrary>>;
  let client: Client;

  beforeAll(async () => {
    opened = await openPostgresLibrary({ isReused: false, onQuery: (statement) => statements.push(statement) });
    for (let index = 0; index < 100; index += 1)
      await addFile(opened.database, `file${index}`, { sha256: `digest${index}` });
    await runOn(opened.address, fillMaterials(materials));
    await opened.database.tidy();
    client = new Client(clientConfig(opened.address));
    await client.connect();
  }, fillingMs);
  afterAll(async () => {
    await client?.end();
    await opened?.[Symbol.asyncDispose]();
  });

  test.each(Object.entries(namedLists))('%s: by an index', async (_, ask) => {
    statements.length = 0;
    await ask(opened.database);
    expect(statements.length).toBeGreaterThan(0);
    for (const { sql, parameters } of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, parameters.map(toParameter));
      const plan = rows.map((row) => row['QUERY PLAN']);
      // Terms that are compared row by row are searched in all rows.
      const slow = plan.filter((step) =>
        /Seq Scan on (?:materials|files|removed_files)\b|Filter: .*title_words @@/.test(step),
      );
      expect([sql, slow]).toEqual([sql, []]);
    }
  });
});
