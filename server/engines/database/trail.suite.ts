import { expect, test } from 'vitest';
import { formatMoment } from '#domain/moment.ts';
import type { NewTrailEntry } from './account-records.ts';
import type { OpenEmpty } from './database.suite.ts';

const hour = 60 * 60 * 1000;

/** Contract suite of every adapter for the audit trail. */
export function describeTrail(openEmpty: OpenEmpty): void {
  const deed = (action: string, change: Partial<NewTrailEntry> = {}): NewTrailEntry => ({
    action,
    isDeed: true,
    userId: 'u1',
    userName: 'Ada',
    subjectId: 'm1',
    title: 'Model paper',
    detail: 'The owner asked',
    network: '192.0.2.0/24',
    ...change,
  });

  test('lists the trail newest first, in pages, since a time and by kind', async () => {
    await using opened = await openEmpty();
    const { database, clock } = opened;
    const began = formatMoment(clock.now);
    for (const action of ['one', 'two', 'three']) {
      await database.trail.insert(deed(action));
      clock.now += 1000;
    }
    await database.trail.insert(deed('four', { isDeed: false }));
    const [newest, ...others] = await database.trail.list({ limit: 10 });
    expect([newest, ...others].map((entry) => entry?.action)).toEqual(['four', 'three', 'two', 'one']);
    expect(others.at(-1)).toEqual({ ...deed('one'), sequence: 1, at: began, lastAt: began, times: 1 });
    const actions = async (page: object) =>
      (await database.trail.list({ limit: 10, ...page })).map(({ action }) => action);
    expect(await actions({ before: newest?.sequence, limit: 2 })).toEqual(['three', 'two']);
    expect(await actions({ since: clock.now })).toEqual(['four']);
    expect(await actions({ isDeed: true })).toEqual(['three', 'two', 'one']);
  });

  test('counts actions in one entry an hour for each action, account and network', async () => {
    await using opened = await openEmpty();
    const { database, clock } = opened;
    clock.now = Math.ceil(clock.now / hour) * hour;
    const failure = deed('sign-in failed', { isDeed: false });
    await database.trail.count(failure, 3);
    clock.now += hour - 1;
    await database.trail.count(failure, 4);
    await database.trail.count({ ...failure, network: '' }, 1);
    clock.now += 1;
    await database.trail.count(failure, 1);
    const entries = await database.trail.list({ limit: 10 });
    expect(entries.map(({ times }) => times)).toEqual([1, 1, 7]);
    expect(entries[2]).toMatchObject({ at: formatMoment(clock.now - hour), lastAt: formatMoment(clock.now - 1) });
  });

  test('removes excess entries at once, old ones a few at a time, and each kind separately', async () => {
    await using opened = await openEmpty();
    const { database, clock } = opened;
    const count = async (isDeed: boolean) => (await database.trail.list({ limit: 100, isDeed })).length;
    await database.trail.insert(deed('oldest'));
    for (let index = 0; index < 20; index += 1) await database.trail.insert(deed('failed', { isDeed: false }));
    clock.now += hour;
    for (let index = 0; index < 4; index += 1) await database.trail.insert(deed('later'));
    const bounds = { before: 0, keep: 5, maxAged: 2 };
    expect(await database.trail.prune({ ...bounds, isDeed: false })).toBe(15);
    expect([await count(true), await count(false)]).toEqual([5, 5]);
    expect(await database.trail.prune({ ...bounds, isDeed: false, before: clock.now })).toBe(2);
    expect(await database.trail.prune({ ...bounds, isDeed: true, before: clock.now })).toBe(1);
    expect(await database.trail.prune({ ...bounds, isDeed: true, before: clock.now })).toBe(0);
    expect([await count(true), await count(false)]).toEqual([4, 3]);
  });
}
