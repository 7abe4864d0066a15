import { expect, test } from 'vitest';
import { openTestPlace } from '#test/support/test-place.ts';
import { hashSecret, makeSecret } from './passwords.ts';
import { createSignInGuard, type SignInTry } from './sign-in-guard.ts';
import { signInLimits } from './sign-in-limits.ts';

const email = 'admin@library.test';
const hour = 60 * 60 * 1000;

/** Opens the guard on a real database with one account, with small limits and a clock that the test sets. */
async function openGuard() {
  const place = await openTestPlace();
  const clock = { now: 1_790_000_000_000 };
  const now = () => clock.now;
  const database = await place.openRecords({ now });
  await database.accounts.insert({ id: 'u1', email, name: 'Ada', passwordHash: 'hash', isAdministrator: true });
  const warnings: unknown[] = [];
  const limits = {
    ...signInLimits,
    burstPerAccount: 30,
    triesPerNetwork: 25,
    triesPerWiderNetwork: 40,
    maxSavedAnHour: 5,
  };
  const open = () =>
    createSignInGuard({ database, now, limits, log: { warn: (...words: unknown[]) => void warnings.push(words) } });
  let guard = open();
  const attempt = async (change: Partial<SignInTry>, outcome: 'right' | 'wrong' | 'no try' = 'wrong') => {
    const sent = { email, network: '192.0.2.1', widerNetwork: null, browser: null, ...change };
    const { verdict, settle } = await guard.take(sent);
    settle(outcome);
    return verdict.isExceeded ? 'refused' : 'tried';
  };
  return {
    database,
    clock,
    attempt,
    /** Returns how many of this number of attempts were allowed. */
    async count(times: number, change: (index: number) => Partial<SignInTry>) {
      let tried = 0;
      for (let index = 0; index < times; index += 1) if ((await attempt(change(index))) === 'tried') tried += 1;
      return tried;
    },
    restart() {
      guard = open();
    },
    /** Returns the waits saved for the next start, once all are written. */
    async listWaits() {
      await guard.close();
      return database.accounts.listWaits(0, 100);
    },
    sweep: () => guard.sweep(clock.now),
    async [Symbol.asyncDispose]() {
      await guard.close();
      await database.close();
      await place[Symbol.asyncDispose]();
      expect(warnings).toEqual([]);
    },
  };
}

test('locks nobody else out after twelve wrong attempts from one network', async () => {
  await using opened = await openGuard();
  expect(await opened.count(12, () => ({}))).toBe(10);
  expect(await opened.attempt({ network: '198.51.100.7' }, 'right')).toBe('tried');
  expect(await opened.attempt({}, 'right')).toBe('refused');
});

test('limits attempts of one network on many accounts separately, and does not count them for other networks', async () => {
  await using opened = await openGuard();
  expect(await opened.count(50, (index) => ({ email: `made-up-${index}@library.test` }))).toBe(25);
  expect(await opened.attempt({ network: '198.51.100.7' })).toBe('tried');
});

test('limits one customer of a provider even with many IPv6 networks', async () => {
  await using opened = await openGuard();
  const tried = await opened.count(60, (index) => ({
    email: `made-up-${index}@library.test`,
    network: `2001:db8:1:${index}::/64`,
    widerNetwork: '2001:db8:1::/48',
  }));
  expect(tried).toBe(40);
});

test('guessing from many machines is slowed to a steady pace for unknown browsers only', async () => {
  await using opened = await openGuard();
  const browser = makeSecret();
  await opened.database.accounts.keepBrowser('u1', hashSecret(browser), 20);
  const stranger = (index: number) => ({ network: `203.0.113.${index}` });
  expect(await opened.count(100, stranger)).toBe(30);
  expect(await opened.attempt({ network: '198.51.100.7' })).toBe('refused');
  expect(await opened.attempt({ network: '198.51.100.7', browser }, 'right')).toBe('tried');
  opened.clock.now += 15_000;
  expect(await opened.attempt({ network: '198.51.100.7' }, 'right')).toBe('tried');
});

test('gives a browser that has signed in before ten attempts of its own, and only for its own account', async () => {
  await using opened = await openGuard();
  const { accounts } = opened.database;
  const browser = makeSecret();
  await accounts.keepBrowser('u1', hashSecret(browser), 20);
  await accounts.insert({ id: 'u2', email: 'bob@library.test', name: '', passwordHash: '', isAdministrator: false });
  await opened.count(12, () => ({}));
  await opened.count(12, () => ({ email: 'bob@library.test' }));
  expect(await opened.attempt({ browser }, 'right')).toBe('tried');
  expect(await opened.attempt({ browser, email: 'bob@library.test' })).toBe('refused');
  expect(await opened.count(12, () => ({ browser }))).toBe(10);
  expect(await opened.attempt({ browser: makeSecret() })).toBe('refused');
});

test('counts all concurrent attempts', async () => {
  await using opened = await openGuard();
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => opened.attempt({})));
  expect(outcomes.filter((outcome) => outcome === 'tried')).toHaveLength(10);
});

test('a restart ends no wait, neither of an account and network nor of a shared pace, and the database has no names', async () => {
  await using opened = await openGuard();
  await opened.count(12, () => ({}));
  await opened.count(60, (index) => ({ network: `203.0.113.${index}` }));
  const waits = await opened.listWaits();
  expect(waits.map(({ key }) => key.split(':')[0]).toSorted()).toEqual(['pace', 'pair']);
  expect(JSON.stringify(waits)).not.toMatch(/admin|192\.0/);
  opened.restart();
  expect(await opened.attempt({}, 'right')).toBe('refused');
  expect(await opened.attempt({ network: '198.51.100.7' })).toBe('refused');
  opened.clock.now += hour;
  expect(await opened.attempt({}, 'right')).toBe('tried');
});

test('an attack writes a bounded number of waits in an hour, and those that ended are removed', async () => {
  await using opened = await openGuard();
  const count = async () => (await opened.listWaits()).length;
  await opened.count(100, (index) => ({ email: `a${index % 10}@library.test`, network: `203.0.113.${index % 10}` }));
  expect(await count()).toBe(5);
  opened.clock.now += hour;
  await opened.sweep();
  expect(await count()).toBe(5);
  opened.clock.now += 1;
  await opened.sweep();
  expect(await count()).toBe(0);
});
