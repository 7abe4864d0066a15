import { expect, test } from 'vitest';
import { listRoutes } from '#contract/routes/routes.ts';
import { callAs, type ContractCaller } from '#test/support/contract-caller.ts';
import { administrator, openTestServer } from '#test/support/server.ts';

// The password is the administrator's, so that one request for a new password is right for both.
const member = { userId: 'asha', email: 'asha@library.test', password: administrator.password };
const newcomer = { userId: 'unique()', email: 'new@library.test', password: 'long enough' };

async function signIn(url: string, json: { email: string; password: string }): Promise<ContractCaller> {
  const answer = await callAs(url).call('POST', '/account/sessions/email', { json });
  return callAs(url, answer.headers.get('set-cookie')?.split(';')[0]);
}

/**
 * For each account route, the status for a visitor, a signed-up user and an administrator who requests `:sessionId`.
 */
const table: Record<string, { own: [number, number, number]; foreign?: [number, number, number]; json?: object }> = {
  'POST /account': { own: [201, 409, 409], json: newcomer },
  'GET /account': { own: [401, 200, 200] },
  'PATCH /account/password': {
    own: [401, 200, 200],
    json: { password: administrator.password, oldPassword: administrator.password },
  },
  'POST /account/sessions/email': { own: [201, 401, 401], json: member },
  'GET /account/sessions': { own: [401, 200, 200] },
  'GET /account/sessions/:sessionId': { own: [401, 200, 200], foreign: [401, 404, 404] },
  'PATCH /account/sessions/:sessionId': { own: [401, 200, 200], foreign: [401, 404, 404] },
  'DELETE /account/sessions/:sessionId': { own: [401, 204, 204], foreign: [401, 404, 404] },
  'DELETE /account/sessions': { own: [401, 204, 204] },
};
const accountRoutes = listRoutes().filter(({ topic }) => topic === 'Account');

test('every account route responds to each kind of caller as the table says, and nobody can reach the session of another', async () => {
  const names = accountRoutes.map(({ method, path }) => `${method} ${path}`);
  expect(names.toSorted()).toEqual(Object.keys(table).toSorted());
  await using server = await openTestServer({ settings: { SIGN_UP: 'open' } });
  await callAs(server.url).call('POST', '/account', { json: member });
  const { accounts } = server.resources.database;
  const sessionIdOf = async (email: string) =>
    (await accounts.listSessions((await accounts.findByEmail(email))?.id ?? '')).at(-1)?.id;
  for (const [route, { own, foreign, json = {} }] of Object.entries(table)) {
    const callers = [callAs(server.url), await signIn(server.url, member), await signIn(server.url, administrator)];
    // The administrator's for the user, and vice versa.
    const foreignIds = [undefined, await sessionIdOf(administrator.email), await sessionIdOf(member.email)];
    const [method = '', path = ''] = route.split(' ');
    const body = method === 'GET' ? {} : { json };
    const statuses = async (toId: (index: number) => string) => {
      const answers = [];
      for (const [index, caller] of callers.entries())
        answers.push((await caller.call(method, path.replace(':sessionId', toId(index)), body)).status);
      return answers;
    };
    const ofForeign = foreign && (await statuses((index) => foreignIds[index] ?? 'any'));
    expect([route, ofForeign]).toEqual([route, foreign]);
    expect([route, await statuses(() => 'current')]).toEqual([route, own]);
  }
});

test('a page of a foreign origin changes no account, even for a signed-in user', async () => {
  await using server = await openTestServer({ settings: { SIGN_UP: 'open' } });
  await callAs(server.url).call('POST', '/account', { json: member });
  const callers = [callAs(server.url), await signIn(server.url, member), await signIn(server.url, administrator)];
  const changes = accountRoutes.filter(({ method }) => method !== 'GET');
  expect(changes).toHaveLength(6);
  for (const origin of ['https://evil.example', 'null', `${server.url}.evil.example`]) {
    for (const caller of callers) {
      for (const { method, path } of changes) {
        const json = path === '/account' ? newcomer : administrator;
        const answer = await caller.call(method, path.replace(':sessionId', 'current'), { json, headers: { origin } });
        expect([method, path, answer.status, answer.json['type']]).toEqual([
          method,
          path,
          403,
          'general_unknown_origin',
        ]);
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
    }
  }
  const { accounts } = server.resources.database;
  expect(await accounts.findByEmail(newcomer.email)).toBeNull();
  expect((await callers[1]?.call('GET', '/account'))?.status).toBe(200);
  expect((await callers[2]?.call('GET', '/account'))?.status).toBe(200);
});

test('a session cookie that was planted beforehand is replaced at the sign-in', async () => {
  await using server = await openTestServer();
  const planted = `a_session_examshelf=${'x'.repeat(43)}`;
  const answer = await callAs(server.url, planted).call('POST', '/account/sessions/email', { json: administrator });
  expect([answer.status, answer.headers.get('set-cookie')?.split(';')[0]]).toEqual([
    201,
    expect.not.stringMatching(planted),
  ]);
  expect((await callAs(server.url, planted).call('GET', '/account')).status).toBe(401);
});

test('a session that signed out is refused when its cookie, header or fallback is sent again', async () => {
  await using server = await openTestServer();
  const stolen = await signIn(server.url, administrator);
  const other = await signIn(server.url, administrator);
  expect((await stolen.call('DELETE', '/account/sessions/current', { json: {} })).status).toBe(204);
  const secret = stolen.cookie.slice(stolen.cookie.indexOf('=') + 1);
  for (const headers of [
    { cookie: stolen.cookie },
    { 'x-appwrite-session': secret },
    { 'x-fallback-cookies': JSON.stringify({ a_session_examshelf: secret }) },
  ] as Record<string, string>[]) {
    expect((await callAs(server.url).call('GET', '/account', { headers })).status).toBe(401);
    expect((await callAs(server.url).call('GET', '/materials/trash', { headers })).status).toBe(401);
  }
  expect((await other.call('GET', '/account')).status).toBe(200);
});

test('the cookie that recognises a browser gives access to nothing', async () => {
  await using server = await openTestServer();
  const answer = await callAs(server.url).call('POST', '/account/sessions/email', { json: administrator });
  const browser = answer.headers.getSetCookie()[1]?.split(';')[0] ?? '';
  const secret = browser.slice(browser.indexOf('=') + 1);
  expect(secret).toHaveLength(43);
  for (const cookie of [browser, `a_session_examshelf=${secret}`])
    expect((await callAs(server.url, cookie).call('GET', '/account')).status).toBe(401);
});
