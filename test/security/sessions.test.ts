import { expect, test } from 'vitest';
import { callAs } from '#test/support/contract-caller.ts';
import { administrator } from '#test/support/server.ts';
import { openThreeCallers, signIn } from '#test/support/three-callers.ts';

const secretOf = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1);

test('a session secret that was chosen by somebody else is never used at the sign-in', async () => {
  await using library = await openThreeCallers();
  const chosen = `a_session_examshelf=${'a'.repeat(43)}`;
  const headers = {
    'x-appwrite-session': 'a'.repeat(43),
    'x-fallback-cookies': `{"a_session_examshelf":"${'a'.repeat(43)}"}`,
  };
  const answer = await callAs(library.url, chosen).call('POST', '/account/sessions/email', {
    json: administrator,
    headers,
  });
  const given = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect([answer.status, given.length, given === chosen]).toEqual([201, chosen.length, false]);
  expect((await callAs(library.url, chosen).call('GET', '/account')).status).toBe(401);
  expect((await callAs(library.url, given).call('GET', '/account')).status).toBe(200);
});

test('every session has its own secret, which no response contains and no id can replace', async () => {
  await using library = await openThreeCallers();
  const callers = [await signIn(library.url, administrator), await signIn(library.url, administrator)];
  expect(new Set([...callers, library.admin].map(({ cookie }) => cookie)).size).toBe(3);
  const { text, json } = await library.admin.call('GET', '/account/sessions');
  for (const { cookie } of [...callers, library.admin]) expect(text).not.toContain(secretOf(cookie));
  for (const { $id } of json['sessions'] as { $id: string }[])
    expect((await callAs(library.url, `a_session_examshelf=${$id}`).call('GET', '/account')).status).toBe(401);
});

test('the secret of a session that was signed out is refused in every header and cookie', async () => {
  await using library = await openThreeCallers();
  const ended = await signIn(library.url, administrator);
  const other = await signIn(library.url, administrator);
  await ended.call('DELETE', '/account/sessions/current', { json: {} });
  const secret = secretOf(ended.cookie);
  const ways: Record<string, string>[] = [
    { cookie: ended.cookie },
    { 'x-appwrite-session': secret },
    { 'x-fallback-cookies': JSON.stringify({ a_session_examshelf: secret }) },
  ];
  for (const headers of ways) {
    for (const [method, path] of [
      ['GET', '/account'],
      ['PATCH', '/account/sessions/current'],
      ['GET', '/storage/buckets/files/files'],
    ] as const)
      expect((await callAs(library.url).call(method, path, { headers })).status).toBe(401);
  }
  expect((await other.call('GET', '/account')).status).toBe(200);
  await other.call('DELETE', '/account/sessions', { json: {} });
  for (const caller of [other, library.admin]) expect((await caller.call('GET', '/account')).status).toBe(401);
});
