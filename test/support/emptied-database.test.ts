import { expect, test } from 'vitest';
import { whyNoPostgres } from './find-postgres.ts';
import { openPostgresServer, runOn } from './postgres-server.ts';

const missing = whyNoPostgres();

/** Returns a database for reuse after a test that ran `statement` on it; undefined if a different one was returned. */
async function reuseAfter(statement: string) {
  const server = await openPostgresServer();
  const used = await server.make({ isReused: true });
  await runOn(used.address, statement);
  await used[Symbol.asyncDispose]();
  const next = await server.make({ isReused: true });
  return { next, isSame: next.address.database === used.address.database };
}

test.skipIf(missing)('an emptied database has the same rows as a new one', async () => {
  const { next, isSame } = await reuseAfter(`insert into settings (name, value) values ('left', 'behind')`);
  await using database = next;
  expect([isSame, await runOn(database.address, `select 1 from settings where name = 'left'`)]).toEqual([true, []]);
});

test
  .skipIf(missing)
  .for([
    'alter table trail add constraint refused check (false) not valid',
    'create rule refused as on insert to trail do instead nothing',
    'alter table files disable trigger all',
    'drop table trail',
  ])('a database is not used again after: %s', async (statement) => {
  const { next, isSame } = await reuseAfter(statement);
  await next[Symbol.asyncDispose]();
  expect(isSame).toBe(false);
});
