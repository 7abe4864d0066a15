import { expect, test } from 'vitest';
import { openTestPlace } from '#test/support/test-place.ts';
import { createTrail, trailLimits } from './trail.ts';

const ada = { userId: 'u1', isAdministrator: true, network: '192.0.2.0/24' };
const stranger = { userId: '', isAdministrator: false, network: '198.51.100.0/24' };

/** Opens the trail on a real database with one account, with small limits and a clock that the test sets. */
async function openTrail() {
  const place = await openTestPlace();
  const clock = { now: 1_790_000_000_000 };
  const now = () => clock.now;
  const database = await place.openRecords({ now });
  const account = { id: 'u1', email: 'ada@library.test', name: 'Ada', passwordHash: '', isAdministrator: true };
  await database.accounts.insert(account);
  const written: unknown[] = [];
  const warned: unknown[] = [];
  const log = { info: (facts: object) => void written.push(facts), warn: (facts: object) => void warned.push(facts) };
  const limits = { ...trailLimits, countedApart: 3, deeds: 5, others: 4 };
  const trail = createTrail({ database, now, limits, log });
  return {
    database,
    clock,
    trail,
    written,
    warned,
    place,
    async [Symbol.asyncDispose]() {
      await trail.close();
      await database.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

test('writes an action to the database and the log, with its actor, subject and network', async () => {
  await using opened = await openTrail();
  const { trail, written } = opened;
  await trail.as(ada, () =>
    trail.transaction(async (_records, note) => {
      await note({ action: 'edited', subjectId: 'm1', title: 'Model paper' });
      expect(written).toEqual([]);
    }),
  );
  const known = { userId: 'u1', userName: 'Ada', subjectId: 'm1', title: 'Model paper', network: '192.0.2.0/24' };
  expect(await trail.list({ limit: 9 })).toMatchObject([{ action: 'edited', isDeed: true, times: 1, ...known }]);
  expect(written).toEqual([{ trail: 'edited', ...known }]);
});

test('does not record an action that was rolled back', async () => {
  await using opened = await openTrail();
  const { trail, written } = opened;
  const attempt = trail.transaction(async (_records, note) => {
    await note({ action: 'deleted', subjectId: 'm1' });
    throw new Error('not done');
  });
  await expect(attempt).rejects.toThrow('not done');
  expect([await trail.list({ limit: 9 }), written]).toEqual([[], []]);
});

test("does not stop an action if the trail can't be written", async () => {
  await using opened = await openTrail();
  const { trail, database, warned, written } = opened;
  await opened.place.refuseRows('trail');
  await trail.transaction(async (records, note) => {
    await records.settings.set('before', 'done');
    await note({ action: 'edited', subjectId: 'm1' });
    await records.settings.set('after', 'done');
  });
  trail.count('sign-in failed', 'u1');
  await trail.note({ action: 'edited' });
  expect(await trail.list({ limit: 9 })).toEqual([]);
  expect([await database.settings.find('before'), await database.settings.find('after')]).toEqual(['done', 'done']);
  expect(warned).toHaveLength(3);
  expect(written).toEqual([{ trail: 'sign-in failed', userId: 'u1' }]);
});

test('records an action without a request as an action of the server, or of the owner', async () => {
  await using opened = await openTrail();
  await opened.trail.note({ action: 'deleted permanently' });
  await opened.trail.note({ action: 'uploaded', ownerId: 'u1' });
  expect(await opened.trail.list({ limit: 9 })).toMatchObject([
    { userName: 'Ada', userId: 'u1' },
    { userName: 'the server', userId: '' },
  ]);
});

test('makes only a few entries for an attack of ten thousand failures, which displace no action', async () => {
  await using opened = await openTrail();
  const { trail, written } = opened;
  for (let count = 0; count < 5; count += 1) await trail.note({ action: 'published', by: ada, subjectId: `m${count}` });
  written.length = 0;
  for (let hours = 0; hours < 3; hours += 1) {
    for (let count = 0; count < 3333; count += 1) {
      const network = `198.51.${count % 250}.0/24`;
      trail.as({ ...stranger, network }, () => trail.count('sign-in failed', count % 2 === 0 ? 'u1' : ''));
    }
    await trail.list({ limit: 1 });
    opened.clock.now += 60 * 60 * 1000;
  }
  const failures = await trail.list({ limit: 100, isDeed: false });
  expect(failures).toHaveLength(3 * 4);
  expect(written).toHaveLength(3 * 4);
  expect(failures.reduce((sum, { times }) => sum + times, 0)).toBe(9999);
  await trail.sweep(opened.clock.now);
  expect(await trail.list({ limit: 100, isDeed: false })).toHaveLength(4);
  expect(await trail.list({ limit: 100, isDeed: true })).toHaveLength(5);
});

test('writes the counted entries when closed', async () => {
  await using opened = await openTrail();
  opened.trail.as(stranger, () => opened.trail.count('sign-in failed', 'u1'));
  await opened.trail.close();
  expect(await opened.database.trail.list({ limit: 9 })).toMatchObject([
    { action: 'sign-in failed', userId: 'u1', network: '198.51.100.0/24', isDeed: false },
  ]);
});

test('does not empty the trail when a clock is years ahead for an hour', async () => {
  await using opened = await openTrail();
  const limits = { ...trailLimits, sweepBatch: 2 };
  const quiet = { info: () => undefined, warn: () => undefined };
  const trail = createTrail({ database: opened.database, now: () => opened.clock.now, limits, log: quiet });
  for (let count = 0; count < 5; count += 1) await trail.note({ action: 'published', by: ada });
  expect(await trail.sweep(opened.clock.now + 100 * 365 * 24 * 60 * 60 * 1000)).toBe(2);
  expect(await trail.list({ limit: 9 })).toHaveLength(3);
});
