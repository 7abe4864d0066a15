import { expect, test } from 'vitest';
import type { RouteName } from '#contract/routes/routes.ts';
import { callAs, uploadSmallFile, type ContractCaller } from '#test/support/contract-caller.ts';
import { listRouteRequests, type RouteRequest } from '#test/support/route-requests.ts';
import { administrator } from '#test/support/server.ts';
import { member, openThreeCallers, signIn } from '#test/support/three-callers.ts';

/** Compares the permissions in the table of routes with the server, for all roles and every route. */

type Role = 'visitor' | 'student' | 'administrator';

/** Returns the expected error by the table, or null where the request must succeed. */
function expectedRefusal(who: RouteRequest['route']['who'], role: Role): string | null {
  if (who === 'administrator') return role === 'administrator' ? null : 'user_unauthorized';
  if (who === 'signed-in') return role === 'visitor' ? 'general_unauthorized_scope' : null;
  if (who === 'guest') return role === 'visitor' ? null : 'user_session_already_exists';
  return null;
}

const requests = listRouteRequests();

/** Returns the error type of a refusal, or null. On a busy machine a read may take too long: then it is repeated. */
async function ask(caller: ContractCaller, request: RouteRequest, tries = 10): Promise<string | null> {
  const { status, json } = await caller.call(request.method, request.path, request.options);
  if (status === 503 && tries > 1) return ask(caller, request, tries - 1);
  if (status < 300) return null;
  return status === 401 || status === 403 ? String(json['type']) : `${status} ${String(json['type'])}`;
}

test('the table has every kind of requester', () => {
  expect([...new Set(requests.map(({ route }) => route.who))].toSorted()).toEqual([
    'administrator',
    'anyone',
    'guest',
    'signed-in',
  ]);
});

test('visitors, accounts and forged sessions may use only their own routes, and change nothing', async () => {
  await using library = await openThreeCallers();
  const before = await library.state();
  const forged = callAs(library.url, `a_session_examshelf=${'A'.repeat(43)}`);
  const askers: [string, Role, ContractCaller][] = [
    ['visitor', 'visitor', library.visitor],
    ['forged', 'visitor', forged],
    ['student', 'student', library.student],
  ];
  const found: unknown[] = [];
  const expected: unknown[] = [];
  // Signing out ends the session of the request: those use a separate session.
  for (const request of requests.filter(({ route }) => route.topic !== 'Account')) {
    for (const [name, role, caller] of askers) {
      found.push([request.route.name, name, await ask(caller, request)]);
      expected.push([request.route.name, name, expectedRefusal(request.route.who, role)]);
    }
  }
  expect(found).toEqual(expected);
  expect(await library.state()).toBe(before);
});

/** A PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);

test('the administrator may use every route', async () => {
  await using library = await openThreeCallers();
  await uploadSmallFile(library.admin, { id: 'photo', name: 'photo.png', content: pixel });
  const found: unknown[] = [];
  for (const request of requests.filter(({ route }) => route.topic !== 'Account')) {
    const refusal = await ask(library.admin, request);
    if (refusal !== null) found.push([request.route.name, refusal]);
  }
  expect(found).toEqual([]);
});

test('the account routes are for signed-in accounts, signing in for visitors', async () => {
  await using library = await openThreeCallers();
  const found: unknown[] = [];
  const expected: unknown[] = [];
  for (const request of requests.filter(({ route }) => route.topic === 'Account')) {
    const { name, who } = request.route;
    for (const role of ['visitor', 'student', 'administrator'] as const) {
      const account = role === 'student' ? member : administrator;
      const caller = role === 'visitor' ? callAs(library.url) : await signIn(library.url, account);
      const newcomer = { userId: `new-${role}`, email: `${role}@x.test`, password: 'long enough' };
      const passwords = { password: account.password, oldPassword: account.password };
      const bodies: Partial<Record<RouteName, object>> = { createAccount: newcomer, updatePassword: passwords };
      const options = bodies[name] ? { json: bodies[name] } : request.options;
      found.push([name, role, await ask(caller, { ...request, options })]);
      expected.push([name, role, expectedRefusal(who, role)]);
    }
  }
  expect(found).toEqual(expected);
});

test('no account can read or end the session of another', async () => {
  await using library = await openThreeCallers();
  const { json } = await library.admin.call('GET', '/account/sessions/current');
  const path = `/account/sessions/${String(json['$id'])}`;
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const answer = await library.student.call(method, path, method === 'GET' ? {} : { json: {} });
    expect([method, answer.json['type']]).toEqual([method, 'user_session_not_found']);
  }
  expect((await library.admin.call('GET', '/account')).status).toBe(200);
});
