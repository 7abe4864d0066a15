import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { visitor } from '#domain/account.ts';
import { formatMoment } from '#domain/moment.ts';
import { openTestPlace } from '#test/support/test-place.ts';
import { createAccountService } from './create-account-service.ts';
import { hashPassword, hashSecret, verifyOfKnownBrowser, verifyPassword } from './passwords.ts';
import { createTrail } from './trail.ts';

const credentials = { email: 'admin@library.test', password: 'correct horse' };
const here = { ip: '::1', userAgent: 'test' };
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The service on a real database with one administrator, and a clock that the test sets. */
async function openService(options: { signUp?: 'open' | 'closed'; isEmpty?: boolean } = {}) {
  const place = await openTestPlace();
  const clock = { now: 1_790_000_000_000 };
  const database = await place.openRecords({ now: () => clock.now });
  /** The slow hashes that were computed, in order. */
  const hashes: string[] = [];
  const passwords = {
    hashPassword(password: string) {
      hashes.push('hash');
      return hashPassword(password);
    },
    verifyPassword(passwordHash: string, password: string) {
      hashes.push(`verify ${passwordHash.slice(0, passwordHash.lastIndexOf('$') - 22)}`);
      return verifyPassword(passwordHash, password);
    },
    verifyOfKnownBrowser(passwordHash: string, password: string) {
      hashes.push('verify of a known browser');
      return verifyOfKnownBrowser(passwordHash, password);
    },
  };
  const signUp = options.signUp ?? 'closed';
  const trail = createTrail({ database, log: pino({ level: 'silent' }), now: () => clock.now });
  const accounts = createAccountService({ database, trail, signUp, now: () => clock.now, passwords });
  if (!options.isEmpty) await accounts.prepareAdministrator({ ...credentials, name: 'Ada' });
  return {
    database,
    accounts,
    trail,
    clock,
    hashes,
    async [Symbol.asyncDispose]() {
      await trail.close();
      await database.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

test('identifies a session by a secret of which only the hash is stored', async () => {
  await using service = await openService();
  const { session, secret } = await service.accounts.signIn(credentials, here);
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  expect(session).toMatchObject({ isLong: false, ...here, expiresAt: formatMoment(service.clock.now + 12 * hour) });
  expect(session.secretHash).toBe(createHash('sha256').update(secret).digest('hex'));
  const known = await service.accounts.identify(secret);
  expect(known.actor).toEqual({ role: 'administrator', userId: session.userId, sessionId: session.id });
  expect(known.account).toMatchObject({ email: credentials.email, name: 'Ada', isAdministrator: true });
  expect(JSON.stringify(known.account)).not.toContain('argon2');
  for (const nobody of [null, '', `${secret}x`, session.id, session.secretHash, 'x'.repeat(100_000)]) {
    expect(await service.accounts.identify(nobody)).toEqual({ actor: visitor, account: null, session: null });
  }
});

test('rejects a wrong password and an unknown email with the same message', async () => {
  await using service = await openService();
  const refusal = (change: object) =>
    service.accounts.signIn({ ...credentials, ...change }, here).catch((error: unknown) => error);
  const wrong = await refusal({ password: 'wrong password' });
  expect(wrong).toMatchObject({ type: 'user_invalid_credentials', status: 401 });
  expect(await refusal({ email: 'nobody@library.test' })).toEqual(wrong);
});

test('makes one comparison for an unknown, a known and a blocked account', async () => {
  await using service = await openService({ signUp: 'open' });
  const bob = { id: 'bob', email: 'bob@library.test', password: 'another horse', name: 'Bob' };
  await service.accounts.signUp(bob);
  await service.database.accounts.update('bob', { isBlocked: true });
  const price = '$argon2id$v=19$m=19456,t=2,p=1$';
  for (const email of [credentials.email, 'nobody@library.test', 'bob@library.test']) {
    service.hashes.length = 0;
    await expect(service.accounts.signIn({ email, password: 'wrong password' }, here)).rejects.toMatchObject({
      type: 'user_invalid_credentials',
    });
    expect([email, service.hashes]).toEqual([email, [`verify ${price}`]]);
  }
  // Signing up hashes before it checks if the email is in use.
  for (const email of [bob.email, 'new@library.test']) {
    service.hashes.length = 0;
    await service.accounts.signUp({ ...bob, id: `another ${email}`, email }).catch(() => undefined);
    expect([email, service.hashes]).toEqual([email, ['hash']]);
  }
});

test('does not queue an administrator in a known browser behind strangers when comparing passwords', async () => {
  await using service = await openService({ signUp: 'open' });
  const bob = { id: 'bob', email: 'bob@library.test', password: 'another horse', name: 'Bob' };
  await service.accounts.signUp(bob);
  const { browser } = await service.accounts.signIn(credentials, here);
  const known = await service.accounts.signIn(bob, { ...here, browser });
  const lane = async (sent: object, secret: string) => {
    service.hashes.length = 0;
    await service.accounts.signIn({ ...credentials, ...sent }, { ...here, browser: secret }).catch(() => undefined);
    return service.hashes.map((hash) => hash.split(' $')[0]);
  };
  expect(known.browser).not.toBe(browser);
  expect(await lane({}, known.browser)).toEqual(['verify of a known browser']);
  expect(await lane({ password: 'wrong password' }, known.browser)).toEqual(['verify of a known browser']);
  expect(await lane(bob, known.browser)).toEqual(['verify']);
  expect(await lane({ email: 'nobody@library.test' }, known.browser)).toEqual(['verify']);
  expect(await lane({}, browser)).toEqual(['verify']);
});

test('rejects the sign-in of a blocked account, whose sessions become visitors immediately', async () => {
  await using service = await openService();
  const { session, secret } = await service.accounts.signIn(credentials, here);
  await service.database.accounts.update(session.userId, { isBlocked: true });
  expect((await service.accounts.identify(secret)).actor).toEqual(visitor);
  await expect(service.accounts.signIn(credentials, here)).rejects.toMatchObject({ type: 'user_blocked', status: 403 });
  await expect(service.accounts.signIn({ ...credentials, password: 'wrong password' }, here)).rejects.toMatchObject({
    type: 'user_invalid_credentials',
  });
});

test('ends a session after twelve idle hours, and extends it with use, writing at most once a minute', async () => {
  await using service = await openService();
  const { session, secret } = await service.accounts.signIn(credentials, here);
  service.clock.now += minute - 1;
  expect((await service.accounts.identify(secret)).session?.expiresAt).toBe(session.expiresAt);
  service.clock.now += 1;
  expect((await service.accounts.identify(secret)).session?.expiresAt).toBe(
    formatMoment(service.clock.now + 12 * hour),
  );
  service.clock.now += 12 * hour - 1;
  expect((await service.accounts.identify(secret)).actor.role).toBe('administrator');
  service.clock.now += 12 * hour;
  expect((await service.accounts.identify(secret)).actor).toEqual(visitor);
  expect(await service.accounts.sweep(service.clock.now)).toBe(1);
});

test('ends an extended session after thirty days, whether it is used or not', async () => {
  await using service = await openService();
  const { session, secret } = await service.accounts.signIn(credentials, here);
  const { actor } = await service.accounts.identify(secret);
  const longer = await service.accounts.lengthenSession(actor, 'current');
  expect(longer).toMatchObject({ id: session.id, isLong: true, expiresAt: formatMoment(service.clock.now + 30 * day) });
  service.clock.now += 29 * day;
  expect((await service.accounts.identify(secret)).session?.expiresAt).toBe(longer.expiresAt);
  service.clock.now += day;
  expect((await service.accounts.identify(secret)).actor).toEqual(visitor);
});

test('ends a session in constant use seven days after its sign-in', async () => {
  await using service = await openService();
  const { secret } = await service.accounts.signIn(credentials, here);
  const began = service.clock.now;
  while (service.clock.now + 6 * hour < began + 7 * day) {
    service.clock.now += 6 * hour;
    expect((await service.accounts.identify(secret)).actor.role).toBe('administrator');
  }
  expect((await service.accounts.identify(secret)).session?.expiresAt).toBe(formatMoment(began + 7 * day));
  service.clock.now = began + 7 * day;
  expect((await service.accounts.identify(secret)).actor).toEqual(visitor);
});

test('ends a repeatedly extended session ninety days after its sign-in', async () => {
  await using service = await openService();
  const { secret } = await service.accounts.signIn(credentials, here);
  const began = service.clock.now;
  const keep = async () => {
    const { actor } = await service.accounts.identify(secret);
    return (await service.accounts.lengthenSession(actor, 'current')).expiresAt;
  };
  expect(await keep()).toBe(formatMoment(began + 30 * day));
  for (const days of [29, 58, 87]) {
    service.clock.now = began + days * day;
    expect(await keep()).toBe(formatMoment(began + Math.min(days + 30, 90) * day));
  }
  service.clock.now = began + 90 * day;
  expect((await service.accounts.identify(secret)).actor).toEqual(visitor);
});

test('rejects a session from a clock that was minutes ahead, once the clock is right', async () => {
  await using service = await openService();
  const { secret } = await service.accounts.signIn(credentials, here);
  service.clock.now -= 5 * minute;
  expect((await service.accounts.identify(secret)).actor.role).toBe('administrator');
  service.clock.now -= 1;
  expect((await service.accounts.identify(secret)).actor).toEqual(visitor);
  service.clock.now -= 365 * day;
  expect((await service.accounts.identify(secret)).actor).toEqual(visitor);
});

test('creates a secret for every sign-in, and rejects it after signing out', async () => {
  await using service = await openService();
  const first = await service.accounts.signIn(credentials, here);
  const second = await service.accounts.signIn({ ...credentials }, { ...here, browser: first.browser });
  expect(second.secret).not.toBe(first.secret);
  const { actor } = await service.accounts.identify(first.secret);
  await service.accounts.endSession(actor, 'current');
  expect((await service.accounts.identify(first.secret)).actor).toEqual(visitor);
  await expect(service.accounts.lengthenSession(actor, 'current')).rejects.toMatchObject({
    type: 'user_session_not_found',
  });
  expect((await service.accounts.identify(second.secret)).actor.role).toBe('administrator');
});

test('removes the least recently used sessions beyond fifty and known browsers beyond twenty', async () => {
  await using service = await openService();
  const { session } = await service.accounts.signIn(credentials, here);
  const { actor } = await service.accounts.identify((await service.accounts.signIn(credentials, here)).secret);
  for (let count = 2; count < 60; count += 1) {
    service.clock.now += 1;
    await service.database.accounts.insertSession({
      id: `s${count}`,
      userId: session.userId,
      secretHash: `h${count}`,
      expiresAt: service.clock.now + hour,
      ...here,
    });
    await service.database.accounts.keepBrowser(session.userId, `b${count}`, 20);
  }
  service.clock.now += 1;
  await service.accounts.signIn(credentials, here);
  const sessions = await service.accounts.listSessions(actor);
  expect(sessions).toHaveLength(50);
  expect(sessions[0]?.id).toBe('s11');
  expect(await service.database.accounts.countBrowsers(session.userId)).toBe(20);
  service.clock.now += 401 * day;
  await service.accounts.sweep(service.clock.now);
  expect(await service.database.accounts.countBrowsers(session.userId)).toBe(0);
});

test("lists and ends only the account's own sessions", async () => {
  await using service = await openService({ signUp: 'open' });
  const other = { email: 'bob@library.test', password: 'another horse' };
  await service.accounts.signUp({ id: 'bob', ...other, name: 'Bob' });
  const first = await service.accounts.signIn(credentials, here);
  const second = await service.accounts.signIn(credentials, here);
  const { actor } = await service.accounts.identify(first.secret);
  const { actor: bob } = await service.accounts.identify((await service.accounts.signIn(other, here)).secret);
  expect((await service.accounts.listSessions(actor)).map(({ id }) => id)).toEqual([
    first.session.id,
    second.session.id,
  ]);
  expect(await service.accounts.getSession(actor, 'current')).toMatchObject({ id: first.session.id });
  for (const attempt of [
    () => service.accounts.getSession(bob, first.session.id),
    () => service.accounts.endSession(bob, first.session.id),
    () => service.accounts.lengthenSession(bob, first.session.id),
    () => service.accounts.endSession(actor, 'missing'),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ type: 'user_session_not_found' });
  }
  await service.accounts.endSession(actor, second.session.id);
  expect((await service.accounts.identify(second.secret)).actor).toEqual(visitor);
  await service.accounts.endAllSessions(actor);
  expect((await service.accounts.identify(first.secret)).actor).toEqual(visitor);
  expect(await service.accounts.listSessions(bob)).toHaveLength(1);
});

test('ends the other sessions, forgets the other browsers and writes to the trail when the owner changes the password', async () => {
  await using service = await openService();
  const first = await service.accounts.signIn(credentials, here);
  const other = await service.accounts.signIn(credentials, here);
  const { actor, account } = await service.accounts.identify(first.secret);
  service.clock.now += minute;
  const passwords = { password: 'battery staple', oldPassword: credentials.password };
  const changed = await service.accounts.changePassword(actor, passwords, first.browser);
  expect(changed).toEqual({
    ...account,
    updatedAt: formatMoment(service.clock.now),
    passwordUpdatedAt: formatMoment(service.clock.now),
  });
  expect((await service.accounts.identify(first.secret)).actor).toEqual(actor);
  expect((await service.accounts.identify(other.secret)).actor).toEqual(visitor);
  const knows = async (browser: string) =>
    (await service.database.accounts.listAccountsOfBrowser(hashSecret(browser))).length === 1;
  expect([await knows(first.browser), await knows(other.browser)]).toEqual([true, false]);
  await expect(service.accounts.signIn(credentials, here)).rejects.toMatchObject({ type: 'user_invalid_credentials' });
  await service.accounts.signIn({ ...credentials, password: 'battery staple' }, here);
  const entries = await service.trail.list({ limit: 10 });
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'password changed', isDeed: true, userId: account?.id, userName: 'Ada' }),
  );
  expect(JSON.stringify(entries)).not.toContain('battery');
});

test('changes nothing for a wrong old password, an ended session or a common new password', async () => {
  await using service = await openService({ signUp: 'open' });
  const { secret } = await service.accounts.signIn(credentials, here);
  const { actor } = await service.accounts.identify(secret);
  const refusal = (sent: object, by = actor) => {
    const passwords = { password: 'battery staple', oldPassword: credentials.password, ...sent };
    return service.accounts.changePassword(by, passwords, null).catch((error: unknown) => error);
  };
  expect(await refusal({ oldPassword: 'wrong password' })).toMatchObject({ type: 'user_invalid_credentials' });
  service.hashes.length = 0;
  for (const password of ['Password123', credentials.email])
    expect(await refusal({ password })).toMatchObject({ type: 'general_argument_invalid' });
  expect(service.hashes).toEqual([]);
  expect(await refusal({}, visitor)).toMatchObject({ type: 'general_unauthorized_scope' });
  await service.accounts.endAllSessions(actor);
  expect(await refusal({})).toMatchObject({ type: 'general_unauthorized_scope' });
  await service.accounts.signIn(credentials, here);
  const entries = await service.trail.list({ limit: 10 });
  expect(entries).toContainEqual(expect.objectContaining({ action: 'sign-in failed', isDeed: false, times: 1 }));
  expect(entries.map(({ action }) => action)).not.toContain('password changed');

  const member = { email: 'bob@library.test', password: 'another horse' };
  await service.accounts.signUp({ id: 'bob', ...member, name: 'Bob' });
  const bob = await service.accounts.identify((await service.accounts.signIn(member, here)).secret);
  expect(await refusal({ password: 'Password123', oldPassword: member.password }, bob.actor)).toMatchObject({
    id: 'bob',
  });
});

test('lists no sessions for a visitor', async () => {
  await using service = await openService();
  for (const attempt of [
    () => service.accounts.getSession(visitor, 'current'),
    () => service.accounts.listSessions(visitor),
    () => service.accounts.endAllSessions(visitor),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ type: 'general_unauthorized_scope', status: 401 });
  }
});

test('refuses sign-up unless the setting opens it, and never creates an administrator', async () => {
  await using closed = await openService();
  const bob = { id: 'bob', email: 'bob@library.test', password: 'another horse', name: 'Bob' };
  await expect(closed.accounts.signUp(bob)).rejects.toMatchObject({
    type: 'user_auth_method_unsupported',
    status: 501,
  });
  await using open = await openService({ signUp: 'open' });
  expect(await open.accounts.signUp(bob)).toMatchObject({
    email: 'bob@library.test',
    name: 'Bob',
    isAdministrator: false,
  });
  const { secret } = await open.accounts.signIn(bob, here);
  expect((await open.accounts.identify(secret)).actor.role).toBe('member');
  await expect(open.accounts.signUp(bob)).rejects.toMatchObject({ type: 'user_already_exists' });
});

test('generates a password that works on a first start without settings, once', async () => {
  await using service = await openService({ isEmpty: true });
  const none = { email: null, password: null, name: 'Administrator' };
  const made = await service.accounts.prepareAdministrator(none);
  expect(made).toMatchObject({
    email: 'admin@localhost',
    password: expect.stringMatching(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/),
  });
  expect(await service.accounts.prepareAdministrator(none)).toBeNull();
  const { secret } = await service.accounts.signIn({ email: made?.email ?? '', password: made?.password ?? '' }, here);
  expect((await service.accounts.identify(secret)).actor.role).toBe('administrator');
});

test('changes nothing with the same settings, keeps sessions after a new name, and ends them after a new password', async () => {
  await using service = await openService();
  const { secret } = await service.accounts.signIn(credentials, here);
  const before = await service.database.accounts.findByEmail(credentials.email);
  expect(await service.accounts.prepareAdministrator({ ...credentials, name: 'Ada' })).toBeNull();
  expect(await service.database.accounts.findByEmail(credentials.email)).toEqual(before);
  await service.accounts.prepareAdministrator({ ...credentials, email: 'ADMIN@library.test', name: 'Grace' });
  expect(await service.accounts.identify(secret)).toMatchObject({ account: { id: before?.id, name: 'Grace' } });
  const changed = { ...credentials, password: 'battery staple' };
  await service.accounts.prepareAdministrator({ ...changed, name: 'Grace' });
  expect((await service.accounts.identify(secret)).actor).toEqual(visitor);
  await expect(service.accounts.signIn(credentials, here)).rejects.toMatchObject({ type: 'user_invalid_credentials' });
  await service.accounts.signIn(changed, here);
});

test('does not apply a password from the settings again after the owner of the account changed it', async () => {
  await using service = await openService();
  const fromSettings = { ...credentials, name: 'Ada' };
  // A library of an earlier release has no record of the applied password.
  await service.database.settings.set('applied-admin-password', '');
  const change = async (oldPassword: string, password: string) => {
    const { secret } = await service.accounts.signIn({ ...credentials, password: oldPassword }, here);
    const { actor } = await service.accounts.identify(secret);
    await service.accounts.changePassword(actor, { password, oldPassword }, null);
  };
  await service.accounts.prepareAdministrator(fromSettings);
  await change(credentials.password, 'battery staple');
  await service.accounts.prepareAdministrator(fromSettings);
  await service.accounts.prepareAdministrator({ ...fromSettings, name: 'Grace' });
  await change('battery staple', 'four other plain words');
  await service.accounts.prepareAdministrator({ ...fromSettings, password: 'another horse' });
  const { session } = await service.accounts.signIn({ ...credentials, password: 'another horse' }, here);
  expect(await service.database.accounts.findByEmail(credentials.email)).toMatchObject({
    id: session.userId,
    name: 'Ada',
  });
});

test('makes an ordinary account an administrator if the settings name it', async () => {
  await using service = await openService({ signUp: 'open' });
  const bob = { email: 'bob@library.test', password: 'another horse' };
  await service.accounts.signUp({ id: 'bob', ...bob, name: 'Bob' });
  await service.accounts.prepareAdministrator({ ...bob, name: 'Bob' });
  const { secret } = await service.accounts.signIn(bob, here);
  expect((await service.accounts.identify(secret)).actor).toMatchObject({ role: 'administrator', userId: 'bob' });
});

test('lists an administrator of an earlier setting, who keeps the rights, but not one who was created on purpose', async () => {
  await using service = await openService();
  const chosen = { email: 'chosen@library.test', name: 'Chosen', passwordHash: 'hash', isAdministrator: true };
  await service.database.accounts.insert({ id: 'u9', ...chosen });
  const earlier = async (email: string | null) =>
    (await service.accounts.listEarlierAdministrators(email)).map((account) => account.email);
  expect(await earlier('ADMIN@library.test')).toEqual([]);
  await service.accounts.prepareAdministrator({ email: 'new@library.test', password: 'another horse', name: 'New' });
  expect(await earlier('new@library.test')).toEqual([credentials.email]);
  expect(await earlier(null)).toEqual([]);
  await service.accounts.signIn(credentials, here);
  await service.database.accounts.remove((await service.database.accounts.findByEmail(credentials.email))?.id ?? '');
  expect(await earlier('new@library.test')).toEqual([]);
});
