import { expect, test } from 'vitest';
import { callAs } from '#test/support/contract-caller.ts';
import { administrator, openTestServer } from '#test/support/server.ts';

/** Opens a server behind a proxy, so that a test can use any address. */
async function openLibrary() {
  const server = await openTestServer({ settings: { TRUSTED_PROXIES: '127.0.0.1', SIGN_UP: 'open' } });
  /** Tries to sign in from an address; `cookie` is the browser's stored cookie. */
  const signIn = async (address: string, password: string, options: { email?: string; cookie?: string } = {}) => {
    const { email = administrator.email, cookie = '' } = options;
    const answer = await callAs(server.url).call('POST', '/account/sessions/email', {
      json: { email, password },
      headers: { 'x-forwarded-for': address, cookie },
    });
    const browser = answer.headers.getSetCookie().find((each) => each.startsWith('a_browser_'));
    return { status: answer.status, browser: browser?.split(';')[0] ?? '', headers: answer.headers };
  };
  const fail = async (times: number, address: (index: number) => string, options: { email?: string } = {}) => {
    const statuses = [];
    for (let index = 0; index < times; index += 1)
      statuses.push((await signIn(address(index), 'wrong password', options)).status);
    return statuses.filter((status) => status === 401).length;
  };
  return { server, signIn, fail, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

test('twelve wrong attempts from elsewhere do not lock out the administrator, and no further attempts are possible from there', async () => {
  await using library = await openLibrary();
  expect(await library.fail(12, () => '192.0.2.1')).toBe(10);
  expect((await library.signIn('198.51.100.7', administrator.password)).status).toBe(201);
  expect((await library.signIn('192.0.2.1', administrator.password)).status).toBe(429);
});

test('every address of an IPv6 /64 counts as one', async () => {
  await using library = await openLibrary();
  expect(await library.fail(15, (index) => `2001:db8:0:1::${index.toString(16)}`)).toBe(10);
  expect((await library.signIn('2001:db8:0:2::1', administrator.password)).status).toBe(201);
});

test('a browser that has signed in before is not locked out by others behind the same address', async () => {
  await using library = await openLibrary();
  const { browser } = await library.signIn('192.0.2.1', administrator.password);
  expect(browser).toMatch(/^a_browser_examshelf=[\w-]{43}$/);
  expect(await library.fail(12, () => '192.0.2.1')).toBe(10);
  expect((await library.signIn('192.0.2.1', administrator.password)).status).toBe(429);
  const known = await library.signIn('192.0.2.1', administrator.password, { cookie: browser });
  expect([known.status, known.browser, known.headers.get('x-ratelimit-remaining')]).toEqual([201, browser, '9']);
});

test('a browser is recognised for the accounts it signed in to, by a secret that cannot be planted', async () => {
  await using library = await openLibrary();
  const json = { userId: 'mallory', email: 'mallory@library.test', password: 'long enough' };
  expect((await callAs(library.server.url).call('POST', '/account', { json })).status).toBe(201);
  const mallory = await library.signIn('192.0.2.1', json.password, json);
  // Another person's secret is in the administrator's browser: signing in replaces it.
  const signedIn = await library.signIn('192.0.2.2', administrator.password, { cookie: mallory.browser });
  expect(signedIn.browser).not.toBe(mallory.browser);
  await library.fail(12, () => '192.0.2.3');
  await library.fail(12, () => '192.0.2.3', json);
  const attempt = async (cookie: string, { email, password } = administrator) =>
    (await library.signIn('192.0.2.3', password, { email, cookie })).status;
  expect(await attempt(mallory.browser)).toBe(429);
  expect(await attempt(signedIn.browser)).toBe(201);
  expect(await attempt(signedIn.browser, json)).toBe(201);
});

test('waiting times survive a restart', async () => {
  await using first = await openTestServer();
  const attempt = (url: string) => callAs(url).call('POST', '/account/sessions/email', { json: administrator });
  const wrong = { ...administrator, password: 'wrong password' };
  for (let count = 0; count < 10; count += 1)
    await callAs(first.url).call('POST', '/account/sessions/email', { json: wrong });
  await first.close();
  await using second = await openTestServer({ place: first.place });
  const refused = await attempt(second.url);
  expect([refused.status, refused.json['type']]).toEqual([429, 'general_rate_limit_exceeded']);
  expect(refused.headers.get('x-ratelimit-limit')).toBe('10');
});
