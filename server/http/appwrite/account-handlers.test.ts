import { pino } from 'pino';
import { expect, test } from 'vitest';
import { callAs, callAsAdministrator } from '#test/support/contract-caller.ts';
import { listenAt } from '#test/support/realtime.ts';
import { administrator, openTestServer } from '#test/support/server.ts';

const secretOf = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1);

test('signing in gives a session that ends with the browser, and none of its secret in the body', async () => {
  await using server = await openTestServer();
  const answer = await callAs(server.url).call('POST', '/account/sessions/email', {
    json: { ...administrator, email: administrator.email.toUpperCase() },
  });
  expect(answer.status).toBe(201);
  const [session, browser] = answer.headers.getSetCookie();
  expect(session).toMatch(/^a_session_examshelf=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(browser).toMatch(
    /^a_browser_examshelf=[\w-]{43}; Max-Age=31536000; Path=\/v1\/account; HttpOnly; SameSite=Strict$/,
  );
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-fallback-cookies')).toBeNull();
  expect(answer.json).toMatchObject({
    provider: 'email',
    providerUid: administrator.email,
    ip: '127.0.0.1',
    current: true,
    secret: '',
    expire: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
  });
});

test('an SDK for servers gets the secret of its session, a page never does, and an API key is refused with the reason', async () => {
  await using server = await openTestServer();
  const visitor = callAs(server.url);
  // As node-appwrite 27 sends it.
  const sdk = { 'x-sdk-name': 'Node.js', 'x-sdk-platform': 'server', 'x-sdk-language': 'nodejs' };
  const signIn = async (headers: Record<string, string>) =>
    (await visitor.call('POST', '/account/sessions/email', { json: administrator, headers })).json['secret'] as string;
  const secret = await signIn(sdk);
  expect(secret).toMatch(/^[\w-]{43}$/);
  const asSession = await visitor.call('GET', '/account', { headers: { ...sdk, 'x-appwrite-session': secret } });
  expect(asSession.json['email']).toBe(administrator.email);
  for (const headers of [
    { ...sdk, 'x-sdk-language': 'web' },
    { ...sdk, origin: server.url },
    { ...sdk, 'sec-fetch-site': 'same-origin' },
  ])
    expect(await signIn(headers)).toBe('');

  const papers = '/databases/library/collections/papers/documents';
  // Requests the list twice, so that it is cached.
  for (let times = 0; times < 2; times += 1) await visitor.call('GET', papers);
  for (const path of [papers, '/account', '/site', '/ping']) {
    const refused = await visitor.call('GET', path, { headers: { ...sdk, 'x-appwrite-key': 'standard_1' } });
    expect([path, refused.status, refused.json['message']]).toEqual([
      path,
      401,
      'API keys are not supported; sign in and send the session, as /v1/docs shows.',
    ]);
  }
  const withBoth = { 'x-appwrite-key': 'standard_1', 'x-appwrite-session': secret };
  expect((await visitor.call('GET', '/account', { headers: withBoth })).status).toBe(200);
});

test('with an https address, only this server can set the cookie of a session, and it is never sent unencrypted', async () => {
  await using server = await openTestServer({ settings: { PUBLIC_URL: 'https://library.example.edu' } });
  const answer = await callAs(server.url).call('POST', '/account/sessions/email', { json: administrator });
  const [session = '', browser] = answer.headers.getSetCookie();
  expect(session).toMatch(/^__Host-a_session_examshelf=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(browser).toMatch(/^a_browser_examshelf=.*; Path=\/v1\/account; HttpOnly; Secure; SameSite=Strict$/);
  const cookie = session.split(';')[0] ?? '';
  const admin = callAs(server.url, `a_session_examshelf=${'x'.repeat(43)}; ${cookie}`);
  expect((await admin.call('GET', '/account')).json['email']).toBe(administrator.email);
  using known = await listenAt(server.url, { cookie });
  expect((await known.next()).data.user.email).toBe(administrator.email);

  const planted = `a_session_examshelf=${secretOf(cookie)}`;
  expect((await callAs(server.url, planted).call('GET', '/account')).status).toBe(401);
  using guest = await listenAt(server.url, { cookie: planted });
  expect((await guest.next()).data.user).toBeNull();
  const fallback = { 'x-fallback-cookies': JSON.stringify({ a_session_examshelf: secretOf(cookie) }) };
  expect((await callAs(server.url).call('GET', '/account', { headers: fallback })).status).toBe(200);
  const out = await admin.call('DELETE', '/account/sessions/current', { json: {} });
  expect(out.headers.get('set-cookie')).toMatch(/^__Host-a_session_examshelf=; Max-Age=0; Path=\/; .*Secure/);
});

test('only a trusted proxy may report that the visitor came by https', async () => {
  const signIn = async (settings: Record<string, string>, scheme: string) => {
    await using server = await openTestServer({ settings });
    const headers = { 'x-forwarded-proto': scheme };
    const answer = await callAs(server.url).call('POST', '/account/sessions/email', { json: administrator, headers });
    return answer.headers.get('set-cookie')?.includes('; Secure');
  };
  expect(await signIn({ TRUSTED_PROXIES: '127.0.0.1' }, 'https')).toBe(true);
  expect(await signIn({ TRUSTED_PROXIES: '127.0.0.1' }, 'http')).toBe(false);
  expect(await signIn({ TRUSTED_PROXIES: '10.0.0.1' }, 'https')).toBe(false);
});

test('a session may be sent by cookie, header or fallback, and the account is returned', async () => {
  await using server = await openTestServer();
  const { cookie } = await callAsAdministrator(server.url);
  const secret = secretOf(cookie);
  const asks: Record<string, string>[] = [
    { cookie },
    { 'x-appwrite-session': secret },
    { 'x-fallback-cookies': JSON.stringify({ a_session_examshelf: secret }) },
    { 'x-appwrite-session': '', 'x-fallback-cookies': JSON.stringify({ a_session_examshelf: secret }) },
  ];
  for (const headers of asks) {
    const answer = await callAs(server.url).call('GET', '/account', { headers });
    expect([answer.status, answer.json['email']]).toEqual([200, administrator.email]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.text).not.toMatch(/argon2|"password"|hash/);
  }
});

test('a fallback header that cannot be read, or is wrong, counts as signed out', async () => {
  await using server = await openTestServer();
  const visitor = callAs(server.url);
  const wrong = ['', '[]', '{', 'null', '"x"', '{"a_session_examshelf":7}', '{"a_session_examshelf":"wrong"}'];
  for (const fallback of wrong) {
    const answer = await visitor.call('GET', '/account', { headers: { 'x-fallback-cookies': fallback } });
    expect([fallback, answer.status, answer.json['type']]).toEqual([fallback, 401, 'general_unauthorized_scope']);
  }
});

test('a guest has no account and no sessions', async () => {
  await using server = await openTestServer();
  const visitor = callAs(server.url, 'a_session_examshelf=forged');
  for (const [method, path] of [
    ['GET', '/account'],
    ['PATCH', '/account/password'],
    ['GET', '/account/sessions'],
    ['GET', '/account/sessions/current'],
    ['PATCH', '/account/sessions/current'],
    ['DELETE', '/account/sessions/current'],
    ['DELETE', '/account/sessions'],
  ] as const) {
    const answer = await visitor.call(method, path);
    expect([path, answer.status, answer.json['type']]).toEqual([path, 401, 'general_unauthorized_scope']);
  }
});

test('a wrong password and an unknown email address get the same response', async () => {
  await using server = await openTestServer();
  const visitor = callAs(server.url);
  const wrong = await visitor.call('POST', '/account/sessions/email', {
    json: { ...administrator, password: 'wrong password' },
  });
  const unknown = await visitor.call('POST', '/account/sessions/email', {
    json: { email: 'who@library.test', password: 'wrong password' },
  });
  expect([wrong.status, wrong.json['type']]).toEqual([401, 'user_invalid_credentials']);
  expect(unknown.json).toEqual(wrong.json);
  expect(wrong.headers.get('set-cookie')).toBeNull();
});

test('malformed credentials are an invalid argument', async () => {
  await using server = await openTestServer();
  const visitor = callAs(server.url);
  const impossible = [
    { email: 'nobody', password: 'long enough' },
    { email: 'a@b.example', password: 'short' },
    { email: 7, password: 'long enough' },
    { email: 'a@b.example' },
    { email: 'a@b.example', password: 'x'.repeat(257) },
    { email: 'a@b.example', password: null },
    {},
  ];
  for (const json of impossible) {
    const answer = await visitor.call('POST', '/account/sessions/email', { json });
    expect([json, answer.status, answer.json['type']]).toEqual([json, 400, 'general_argument_invalid']);
  }
});

test('signing in while signed in is refused', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const answer = await admin.call('POST', '/account/sessions/email', { json: administrator });
  expect([answer.status, answer.json['type']]).toEqual([401, 'user_session_already_exists']);
});

test('the eleventh wrong attempt in an hour is refused, even with the right password, and a success resets the count', async () => {
  await using server = await openTestServer();
  const visitor = callAs(server.url);
  const attempt = (password: string, email = administrator.email) =>
    visitor.call('POST', '/account/sessions/email', { json: { email, password } });
  for (let count = 0; count < 9; count += 1) await attempt('wrong password');
  const right = await attempt(administrator.password);
  expect([right.status, right.headers.get('x-ratelimit-limit'), right.headers.get('x-ratelimit-remaining')]).toEqual([
    201,
    '10',
    '0',
  ]);
  for (let count = 9; count >= 0; count -= 1) {
    const wrong = await attempt('wrong password', administrator.email.toUpperCase());
    expect([wrong.status, wrong.headers.get('x-ratelimit-remaining')]).toEqual([401, String(count)]);
  }
  const refused = await attempt(administrator.password);
  expect([refused.status, refused.json['type']]).toEqual([429, 'general_rate_limit_exceeded']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000);
  expect((await attempt('wrong password', 'other@library.test')).status).toBe(401);
});

test('an extended session keeps its secret and remains after the browser is closed', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const answer = await admin.call('PATCH', '/account/sessions/current', { json: {} });
  expect(answer.status).toBe(200);
  const cookie = answer.headers.get('set-cookie') ?? '';
  expect(cookie.startsWith(`${admin.cookie};`)).toBe(true);
  const expires = Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? '');
  expect(expires - Date.now()).toBeGreaterThan(29 * 24 * 60 * 60 * 1000);
  expect(Math.abs(Date.parse(String(answer.json['expire'])) - expires)).toBeLessThan(1000);
});

test('sessions are listed, read by id, and ended one by one or all together', async () => {
  await using server = await openTestServer();
  const first = await callAsAdministrator(server.url);
  const second = await callAsAdministrator(server.url);
  const list = await first.call('GET', '/account/sessions');
  expect(list.json['total']).toBe(2);
  const sessions = list.json['sessions'] as { $id: string; current: boolean }[];
  expect(sessions.filter((session) => session.current)).toHaveLength(1);
  const other = sessions.find((session) => !session.current)?.$id ?? '';
  expect((await first.call('GET', `/account/sessions/${other}`)).json).toMatchObject({ $id: other, current: false });
  expect((await first.call('GET', '/account/sessions/unknown')).json['type']).toBe('user_session_not_found');
  expect((await first.call('GET', '/account/sessions/..%2Fx')).json['type']).toBe('general_argument_invalid');

  const ended = await first.call('DELETE', `/account/sessions/${other}`, { json: {} });
  expect([ended.status, ended.text, ended.headers.get('content-type'), ended.headers.get('set-cookie')]).toEqual([
    204,
    '',
    null,
    null,
  ]);
  expect((await second.call('GET', '/account')).status).toBe(401);
  expect((await first.call('DELETE', `/account/sessions/${other}`)).json['type']).toBe('user_session_not_found');

  const out = await first.call('DELETE', '/account/sessions', { json: {} });
  expect(out.status).toBe(204);
  expect(out.headers.get('set-cookie')).toMatch(/^a_session_examshelf=; Max-Age=0; Path=\/;/);
  expect((await first.call('GET', '/account')).status).toBe(401);
});

test("a new password ends the account's other sessions but not the current one, and is in no log", async () => {
  const lines: string[] = [];
  await using server = await openTestServer({ log: pino({}, { write: (line) => void lines.push(line) }) });
  const admin = await callAsAdministrator(server.url);
  const other = await callAsAdministrator(server.url);
  const passwords = { password: 'four other plain words', oldPassword: administrator.password };
  const changed = await admin.call('PATCH', '/account/password', { json: passwords });
  expect([changed.status, changed.headers.get('set-cookie'), changed.headers.get('cache-control')]).toEqual([
    200,
    null,
    'no-store',
  ]);
  expect(changed.headers.get('x-ratelimit-limit')).toBe('10');
  expect((await admin.call('GET', '/account')).json).toEqual({ ...changed.json, accessedAt: expect.any(String) });
  expect((await other.call('GET', '/account')).status).toBe(401);
  const signIn = (password: string) =>
    callAs(server.url).call('POST', '/account/sessions/email', { json: { ...administrator, password } });
  expect((await signIn(passwords.oldPassword)).status).toBe(401);
  expect((await signIn(passwords.password)).status).toBe(201);
  const log = lines.join('');
  expect(log).toContain('trail: password changed');
  for (const secret of Object.values(passwords)) expect(log).not.toContain(secret);
});

test('a new password that is too short, too common or equal to the email address is refused with the rule', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const refusal = async (change: object) => {
    const json = { password: 'four other plain words', oldPassword: administrator.password, ...change };
    const answer = await admin.call('PATCH', '/account/password', { json });
    return [answer.status, answer.json['message']];
  };
  const length = 'Password must be between 8 and 256 characters long.';
  const common = 'This password is among the first that strangers try. Choose another one, for example of four words.';
  expect(await refusal({ password: 'short' })).toEqual([400, `Invalid \`password\` param: ${length}`]);
  expect(await refusal({ oldPassword: undefined })).toEqual([400, `Invalid \`oldPassword\` param: ${length}`]);
  for (const password of ['Password123', administrator.email])
    expect(await refusal({ password })).toEqual([400, `Invalid \`password\` param: ${common}`]);
  expect((await callAs(server.url).call('POST', '/account/sessions/email', { json: administrator })).status).toBe(201);
});

test('wrong old passwords count as attempts to sign in, and wrong sign-ins as attempts to change the password', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const change = (oldPassword: string) =>
    admin.call('PATCH', '/account/password', { json: { password: 'four other plain words', oldPassword } });
  const signIn = (password: string) =>
    callAs(server.url).call('POST', '/account/sessions/email', { json: { ...administrator, password } });
  for (let count = 0; count < 5; count += 1) expect((await signIn('wrong password')).status).toBe(401);
  for (let count = 4; count >= 0; count -= 1) {
    const wrong = await change('wrong password');
    expect([wrong.json['type'], wrong.headers.get('x-ratelimit-remaining')]).toEqual([
      'user_invalid_credentials',
      String(count),
    ]);
  }
  expect((await change(administrator.password)).json['type']).toBe('general_rate_limit_exceeded');
  expect((await signIn(administrator.password)).json['type']).toBe('general_rate_limit_exceeded');
  expect((await admin.call('GET', '/account')).status).toBe(200);
});

test('signing up is possible only if the operator allows it, and creates no administrator', async () => {
  await using closed = await openTestServer();
  const json = { userId: 'unique()', email: 'Student@Library.test', password: 'long enough', name: ' Asha ' };
  expect((await callAs(closed.url).call('POST', '/account', { json })).json).toMatchObject({
    code: 501,
    type: 'user_auth_method_unsupported',
  });

  await using open = await openTestServer({ settings: { SIGN_UP: 'open' } });
  const visitor = callAs(open.url);
  const made = await visitor.call('POST', '/account', { json });
  expect([made.status, made.headers.get('set-cookie')]).toEqual([201, null]);
  expect(made.json).toMatchObject({ email: 'student@library.test', name: 'Asha', labels: [], prefs: {}, status: true });
  expect((await visitor.call('POST', '/account', { json })).json).toMatchObject({
    code: 409,
    type: 'user_already_exists',
  });

  const session = await visitor.call('POST', '/account/sessions/email', { json });
  const student = callAs(open.url, session.headers.get('set-cookie')?.split(';')[0]);
  expect((await student.call('GET', '/account')).json['name']).toBe('Asha');
  const refused = await student.call('POST', '/databases/library/collections/papers/documents', {
    json: { documentId: 'unique()', data: {} },
  });
  expect([refused.status, refused.json['type']]).toEqual([401, 'user_unauthorized']);
});

test('a malformed sign-up is an invalid argument', async () => {
  await using server = await openTestServer({ settings: { SIGN_UP: 'open' } });
  const json = { userId: 'unique()', email: 'bob@library.test', password: 'long enough', name: 'Bob' };
  for (const change of [
    { userId: '-' },
    { email: 'x' },
    { password: 'short' },
    { name: 'x'.repeat(129) },
    { name: 5 },
  ]) {
    const answer = await callAs(server.url).call('POST', '/account', { json: { ...json, ...change } });
    expect([change, answer.status, answer.json['type']]).toEqual([change, 400, 'general_argument_invalid']);
  }
});

test('attempts are counted before parameters are checked, and a request that cannot be a guess is not counted', async () => {
  await using server = await openTestServer();
  const visitor = callAs(server.url);
  const attempt = (password: unknown) =>
    visitor.call('POST', '/account/sessions/email', { json: { email: 'a@library.test', password } });
  const impossible = await attempt(7);
  expect([impossible.status, impossible.headers.get('x-ratelimit-limit')]).toEqual([400, '10']);
  for (let count = 0; count < 10; count += 1) expect((await attempt('wrong password')).status).toBe(401);
  expect((await attempt(7)).status).toBe(429);
});

test('responses to sign-ups include the remaining attempts', async () => {
  await using server = await openTestServer({ settings: { SIGN_UP: 'open' } });
  const json = { userId: 'unique()', email: 'student@library.test', password: 'long enough' };
  const made = await callAs(server.url).call('POST', '/account', { json });
  expect([made.status, made.headers.get('x-ratelimit-limit'), made.headers.get('x-ratelimit-remaining')]).toEqual([
    201,
    '100',
    '99',
  ]);
});

test('only an allowed page of another site gets the session in a header', async () => {
  await using server = await openTestServer({ settings: { ALLOWED_ORIGINS: 'https://panel.example' } });
  const visitor = callAs(server.url);
  const from = (origin: string, site: string) => ({ headers: { origin, 'sec-fetch-site': site } });
  const signIn = (headers: object) =>
    visitor.call('POST', '/account/sessions/email', { json: administrator, ...headers });
  const crossSite = await signIn(from('https://panel.example', 'cross-site'));
  const fallback = crossSite.headers.get('x-fallback-cookies') ?? '';
  expect(JSON.parse(fallback)).toEqual({ a_session_examshelf: expect.stringMatching(/^[\w-]{43}$/) });
  const signedOut = await visitor.call('DELETE', '/account/sessions/current', {
    json: {},
    headers: { origin: 'https://panel.example', 'sec-fetch-site': 'cross-site', 'x-fallback-cookies': fallback },
  });
  expect([signedOut.status, signedOut.headers.get('x-fallback-cookies')]).toEqual([204, '[]']);
  for (const headers of [
    from('https://panel.example', 'same-site'),
    from(server.url, 'same-origin'),
    { headers: { 'sec-fetch-site': 'cross-site' } },
  ]) {
    expect((await signIn(headers)).headers.get('x-fallback-cookies')).toBeNull();
  }
});
