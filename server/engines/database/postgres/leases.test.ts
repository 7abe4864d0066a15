import { describe, expect, test } from 'vitest';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresLibrary } from '#test/support/postgres-library.ts';
import { runOn } from '#test/support/postgres-server.ts';

const minute = 60_000;

describe.skipIf(whyNoPostgres())('leases', () => {
  test('gives a lease to one of many nodes that want it at the same time, until the node releases it or it expires', async () => {
    await using opened = await openPostgresLibrary();
    const { leases } = opened.database;
    const other = await opened.open();
    const holders = Array.from({ length: 8 }, (_, index) => `node ${index}`);
    const taken = await Promise.all(
      holders.map((holder, index) => (index % 2 ? leases : other.leases).take('purge', holder, minute)),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    const first = holders[taken.indexOf(true)] ?? '';

    expect(await other.leases.take('purge', 'late', minute)).toBe(false);
    expect(await leases.take('purge', first, minute)).toBe(true);
    expect(await leases.take('another', 'late', minute)).toBe(true);
    await leases.release('purge', 'late');
    expect(await other.leases.take('purge', 'late', minute)).toBe(false);

    // As after its holder was killed.
    await runOn(
      opened.address,
      "update lease set until = extract(epoch from clock_timestamp()) * 1000 where name = 'purge'",
    );
    expect(await other.leases.take('purge', 'late', minute)).toBe(true);
    expect(await leases.take('purge', first, minute)).toBe(false);

    await other.leases.release('purge', 'late');
    expect(await leases.take('purge', first, minute)).toBe(true);
    await other.close();
  });
});
