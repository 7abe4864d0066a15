import { expect, test } from 'vitest';
import { formatMoment } from '#domain/moment.ts';
import type { OpenEmpty } from './database.suite.ts';

const ada = { id: 'u1', email: 'ada@example.org', name: 'Ada', passwordHash: 'hash', isAdministrator: false };

/** Contract suite of every adapter for accounts, sessions and settings. */
export function describeAccounts(openEmpty: OpenEmpty): void {
  describeAccountRecords(openEmpty);
  describeSessions(openEmpty);
  describeBrowsersAndWaits(openEmpty);
  describeAdministrators(openEmpty);
}

function describeAccountRecords(openEmpty: OpenEmpty): void {
  test('finds an account by id and email, and rejects a second account with either', async () => {
    await using opened = await openEmpty();
    const { accounts } = opened.database;
    const made = await accounts.insert(ada);
    expect(made).toMatchObject({ ...ada, isBlocked: false });
    expect(await accounts.find('u1')).toEqual(made);
    expect(await accounts.findByEmail('ada@example.org')).toEqual(made);
    expect(await accounts.findByEmail('bob@example.org')).toBeNull();
    await expect(accounts.insert({ ...ada, email: 'bob@example.org' })).rejects.toMatchObject({
      type: 'user_already_exists',
    });
    await expect(accounts.insert({ ...ada, id: 'u2' })).rejects.toMatchObject({ type: 'user_already_exists' });
  });

  test('finds the administrator created first', async () => {
    await using opened = await openEmpty();
    const { accounts } = opened.database;
    expect(await accounts.findAdministrator()).toBeNull();
    await accounts.insert(ada);
    expect(await accounts.findAdministrator()).toBeNull();
    await accounts.insert({ ...ada, id: 'u2', email: 'bob@example.org', isAdministrator: true });
    await accounts.update('u1', { isAdministrator: true });
    expect(await accounts.findAdministrator()).toMatchObject({ id: 'u1' });
  });

  test('changes the time of the password only with a new password', async () => {
    await using opened = await openEmpty();
    const { database, clock } = opened;
    const made = await database.accounts.insert(ada);
    clock.now += 1000;
    const renamed = await database.accounts.update('u1', { name: 'Ada L.', isBlocked: true });
    expect(renamed).toMatchObject({ name: 'Ada L.', isBlocked: true, passwordUpdatedAt: made.passwordUpdatedAt });
    expect(renamed?.updatedAt).toBe(formatMoment(clock.now));
    const changed = await database.accounts.update('u1', { passwordHash: 'other' });
    expect(changed).toMatchObject({ passwordHash: 'other', passwordUpdatedAt: formatMoment(clock.now) });
    expect(await database.accounts.update('missing', { name: 'x' })).toBeNull();
  });
}

function describeSessions(openEmpty: OpenEmpty): void {
  test('finds sessions by the hash of their secret, extends them, and removes them when they end', async () => {
    await using opened = await openEmpty();
    const { database, clock } = opened;
    const { accounts } = database;
    await accounts.insert(ada);
    const session = { userId: 'u1', expiresAt: clock.now + 1000, ip: '::1', userAgent: 'test' };
    const first = await accounts.insertSession({ ...session, id: 's1', secretHash: 'h1' });
    await accounts.insertSession({ ...session, id: 's2', secretHash: 'h2', expiresAt: clock.now + 5000 });
    expect(first).toMatchObject({ id: 's1', isLong: false, expiresAt: formatMoment(clock.now + 1000) });
    expect(await accounts.findSessionBySecret('h1')).toEqual(first);
    expect(await accounts.findSession('s1')).toEqual(first);
    expect(await accounts.findSessionBySecret('h3')).toBeNull();
    const longer = await accounts.extendSession('s1', { expiresAt: clock.now + 9000, isLong: true });
    expect(longer).toMatchObject({ isLong: true, expiresAt: formatMoment(clock.now + 9000) });
    expect(await accounts.extendSession('missing', { expiresAt: 0 })).toBeNull();
    expect(await accounts.removeEndedSessions(clock.now + 4999)).toBe(0);
    expect(await accounts.removeEndedSessions(clock.now + 5000)).toBe(1);
    expect((await accounts.listSessions('u1')).map(({ id }) => id)).toEqual(['s1']);
    await accounts.removeSession('s1');
    await accounts.removeSessions('u1');
    expect(await accounts.listSessions('u1')).toEqual([]);
  });

  test('adds up the lived time, which never decreases', async () => {
    await using opened = await openEmpty();
    const { livedTime } = opened.database;
    expect(await livedTime.find()).toBe(0);
    expect(await livedTime.add(1500.4)).toBe(1500);
    expect(await livedTime.add(-9000)).toBe(1500);
    expect(await livedTime.add(500)).toBe(2000);
    expect(await livedTime.find()).toBe(2000);
  });

  test('ends the least recently used sessions beyond a limit, or all except one', async () => {
    await using opened = await openEmpty();
    const { database, clock } = opened;
    const { accounts } = database;
    await accounts.insert(ada);
    await accounts.insert({ ...ada, id: 'u2', email: 'bob@example.org' });
    const session = { expiresAt: clock.now + 1000, ip: '::1', userAgent: 'test' };
    for (const [id, userId] of Object.entries({ s1: 'u1', s2: 'u1', s3: 'u1', s4: 'u2' })) {
      clock.now += 1;
      await accounts.insertSession({ ...session, id, userId, secretHash: id });
    }
    clock.now += 1;
    await accounts.extendSession('s1', { expiresAt: clock.now });
    await accounts.keepLatestSessions('u1', 2);
    expect((await accounts.listSessions('u1')).map(({ id }) => id)).toEqual(['s1', 's3']);
    expect(await accounts.listSessions('u2')).toHaveLength(1);
    await accounts.removeSessions('u1', 's3');
    expect((await accounts.listSessions('u1')).map(({ id }) => id)).toEqual(['s3']);
    expect(await accounts.listSessions('u2')).toHaveLength(1);
  });
}

function describeBrowsersAndWaits(openEmpty: OpenEmpty): void {
  test('links each account to the latest few browsers that signed in to it, by their current secrets', async () => {
    await using opened = await openEmpty();
    const { database, clock } = opened;
    const { accounts } = database;
    await accounts.insert(ada);
    await accounts.insert({ ...ada, id: 'u2', email: 'bob@example.org' });
    for (const secretHash of ['b1', 'b2', 'b1', 'b3']) {
      clock.now += 1;
      await accounts.keepBrowser('u1', secretHash, 2);
    }
    await accounts.keepBrowser('u2', 'b1', 2);
    expect(await accounts.countBrowsers('u1')).toBe(2);
    expect(await accounts.listAccountsOfBrowser('b1')).toEqual(['u1', 'u2']);
    expect(await accounts.listAccountsOfBrowser('b2')).toEqual([]);
    await accounts.renameBrowser('b1', 'b9');
    expect(await accounts.listAccountsOfBrowser('b1')).toEqual([]);
    expect(await accounts.listAccountsOfBrowser('b9')).toEqual(['u1', 'u2']);
    await accounts.keepBrowser('u2', 'b4', 2);
    await accounts.removeBrowsers('u2', 'b9');
    expect(await accounts.listAccountsOfBrowser('b4')).toEqual([]);
    expect(await accounts.listAccountsOfBrowser('b9')).toEqual(['u1', 'u2']);
    await accounts.removeBrowsers('u2');
    expect(await accounts.listAccountsOfBrowser('b9')).toEqual(['u1']);
    expect(await accounts.removeBrowsersSeenBefore(clock.now)).toBe(1);
    await accounts.remove('u1');
    expect(await accounts.listAccountsOfBrowser('b3')).toEqual([]);
    expect(await accounts.find('u1')).toBeNull();
  });

  test('lists waits until they end, latest end first', async () => {
    await using opened = await openEmpty();
    const { database, clock } = opened;
    const { accounts } = database;
    await accounts.saveWait({ key: 'a', step: 0, endsAt: clock.now + 1000 });
    await accounts.saveWait({ key: 'b', step: 1, endsAt: clock.now + 2000 });
    await accounts.saveWait({ key: 'a', step: 2, endsAt: clock.now + 3000 });
    await accounts.saveWait({ key: 'c', step: 0, endsAt: clock.now });
    const keys = async (limit = 10) => (await accounts.listWaits(clock.now, limit)).map(({ key, step }) => [key, step]);
    expect(await keys()).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
    expect(await keys(1)).toEqual([['a', 2]]);
    await accounts.removeWait('a');
    expect(await accounts.removeWaitsBefore(clock.now + 1)).toBe(1);
    expect(await keys()).toEqual([['b', 1]]);
  });
}

function describeAdministrators(openEmpty: OpenEmpty): void {
  test('lists administrators in the order of creation', async () => {
    await using opened = await openEmpty();
    const { accounts } = opened.database;
    await accounts.insert({ ...ada, isAdministrator: true, isFromSettings: true });
    await accounts.insert({ ...ada, id: 'u2', email: 'bob@example.org' });
    await accounts.insert({ ...ada, id: 'u3', email: 'eve@example.org', isAdministrator: true });
    const list = async () =>
      (await accounts.listAdministrators()).map(({ id, isFromSettings }) => [id, isFromSettings]);
    expect(await list()).toEqual([
      ['u1', true],
      ['u3', false],
    ]);
    await accounts.update('u3', { isFromSettings: true });
    expect(await list()).toEqual([
      ['u1', true],
      ['u3', true],
    ]);
  });

  test('returns the last value of a setting', async () => {
    await using opened = await openEmpty();
    const { settings } = opened.database;
    expect(await settings.find('samples')).toBeNull();
    await settings.set('samples', 'on');
    await settings.set('samples', 'removed');
    expect(await settings.find('samples')).toBe('removed');
  });
}
