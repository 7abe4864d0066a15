import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { createLeadership } from '#server/library/nodes/leadership.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresLibrary } from '#test/support/postgres-library.ts';
import { runOn } from '#test/support/postgres-server.ts';
import { catchUp } from './catch-up.ts';

const log = pino({ level: 'silent' });
type Given = Parameters<typeof catchUp>[0];

/** Starts catching up and records the work of one node, by name. */
function begin(done: string[], lead: ReturnType<typeof createLeadership> | null, derived: object | null): void {
  const note = (name: string) => async () => void done.push(name);
  const services = {
    reading: { catchUp: note('copies') },
    textReading: { catchUp: note('texts'), resume: note('texts that wait') },
    similar: { catchUp: note('similar') },
    staging: { catchUp: note('staging') },
    indexKeeper: { reconcile: note('index'), reconcileUnlessShared: note('index unless shared') },
    readsTexts: true,
    nodes: lead && { lead },
  };
  catchUp({ services, storage: { derived }, log } as unknown as Given);
}

test('completes all derived data at the start of a single server', () => {
  const done: string[] = [];
  begin(done, null, null);
  expect(done.toSorted()).toEqual(['copies', 'index', 'similar', 'staging', 'texts']);
});

describe.skipIf(whyNoPostgres())('several nodes', () => {
  test('completes shared data on the leader, then on the next leader, and on no other node', async () => {
    await using library = await openPostgresLibrary();
    const leadOf = (holder: string) =>
      createLeadership({ leases: library.database.leases, holder, log, askMs: 3_600_000 });
    const own = ['index unless shared', 'similar', 'staging', 'texts that wait'];
    const shared = ['copies', 'index', 'texts'];

    const first = leadOf('first');
    // The node became the leader before it was ready.
    expect(await first.confirm()).toBe(true);
    const one: string[] = [];
    begin(one, first, {});
    await expect.poll(() => one.toSorted()).toEqual([...own, ...shared].toSorted());

    const second = leadOf('second');
    const two: string[] = [];
    begin(two, second, {});
    expect(await second.confirm()).toBe(false);
    expect(two.toSorted()).toEqual(own);

    // The first one is killed, and its lease expires.
    await runOn(library.address, 'update lease set until = 0');
    expect(await second.confirm()).toBe(true);
    await expect.poll(() => two.toSorted()).toEqual([...own, ...shared].toSorted());
    await Promise.all([first.close(), second.close()]);
  });

  test('makes reading copies on each node that stores files on its own disk', async () => {
    await using library = await openPostgresLibrary();
    const lead = createLeadership({ leases: library.database.leases, holder: 'one', log, askMs: 3_600_000 });
    const done: string[] = [];
    begin(done, lead, null);
    expect(done).toContain('copies');
    await lead.confirm();
    await expect.poll(() => done.filter((name) => name === 'texts')).toHaveLength(1);
    expect(done.filter((name) => name === 'copies')).toHaveLength(1);
    await lead.close();
  });
});
