import { describe, expect, test } from 'vitest';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresLibrary } from '#test/support/postgres-library.ts';
import { runOn } from '#test/support/postgres-server.ts';

describe.skipIf(whyNoPostgres())('the daily maintenance of PostgreSQL', () => {
  test('removes entries of killed nodes after an hour, but not entries that are in use or were until recently', async () => {
    await using library = await openPostgresLibrary();
    const when = "(values ('old', interval '-2 hours'), ('late', interval '-1 minute'), ('held', interval '1 minute'))";
    await runOn(
      library.address,
      `insert into file_holds (file_id, holder, held_until) select name, 'node', clock_timestamp() + after from ${when} as v (name, after)`,
    );
    await runOn(
      library.address,
      `insert into search_claims (material_id, node, until) select name, 'node', clock_timestamp() + after from ${when} as v (name, after)`,
    );
    await runOn(
      library.address,
      `insert into photograph_works (file_id, attempt, state, done, photographs, held_until) select name, 'attempt', 'making', 0, '[]', clock_timestamp() + after from ${when} as v (name, after)`,
    );
    await library.database.tidy();
    const left = async (column: string, table: string) =>
      (await runOn(library.address, `select ${column} as id from ${table} order by 1`)).map(
        (row) => (row as { id: string }).id,
      );
    expect(await left('file_id', 'file_holds')).toEqual(['held', 'late']);
    expect(await left('material_id', 'search_claims')).toEqual(['held', 'late']);
    expect(await left('file_id', 'photograph_works')).toEqual(['held', 'late']);
  });
});
