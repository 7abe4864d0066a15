import { describe, expect, test } from 'vitest';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresServer } from '#test/support/postgres-server.ts';
import { openUnreliableLine } from '#test/support/unreliable-line.ts';
import { connect } from './postgres-dialect.ts';
import type { PostgresAddress } from './postgres-address.ts';
import { createWriteDriver } from './write-connection.ts';

const missing = whyNoPostgres();

const openNode = (address: PostgresAddress, { patienceMs, waitMs }: { patienceMs: number; waitMs: number }) =>
  connect(
    createWriteDriver({
      address,
      limits: { maxWaiting: 10, waitMs },
      filesPlace: 'disk',
      patienceMs,
      onLost: () => undefined,
    }),
  );

describe.skipIf(missing)('nodes that write in turns', () => {
  test('one that is cut off in the middle of a transaction does not keep the others from writing', async () => {
    await using made = await (await openPostgresServer()).make();
    const { host, port } = made.address;
    await using line = await openUnreliableLine(`http://${host}:${port}`);
    const cut = openNode({ ...made.address, port: Number(new URL(line.url).port) }, { patienceMs: 1000, waitMs: 500 });
    const other = openNode(made.address, { patienceMs: 60_000, waitMs: 60_000 });
    const write = (node: typeof cut, name: string) => node.insertInto('settings').values({ name, value: 'set' });
    const written = Promise.withResolvers<void>();
    const lost = cut
      .transaction()
      .execute(async (transaction) => {
        await write(transaction, 'lost').execute();
        line.enter('hang');
        // What it does next takes as long as the other one needs.
        await written.promise;
        await write(transaction, 'never').execute();
      })
      .catch((error: unknown) => error);
    await write(other, 'one').execute();
    written.resolve();
    expect(await lost).toMatchObject({ name: 'DatabaseFailing' });
    expect(await other.selectFrom('settings').select('name').execute()).toEqual([{ name: 'one' }]);
    await Promise.all([cut.destroy(), other.destroy()]);
  });
});
