import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createChanges } from '#server/library/changes.ts';
import type { ContractEnv } from '#server/http/requests/request-context.ts';
import { createSharedAnswers } from './shared-answers.ts';

const naming = { ids: { projectId: 'examshelf' }, publicUrl: 'http://library.test' };

/** Opens a route that returns the number in the request, and as many letters as requested. */
function openRoute() {
  const changes = createChanges(() => undefined);
  const limits = { maxBytes: 20_000, maxAnswers: 10, maxAnswerBytes: 3000 };
  const shared = createSharedAnswers({ changes, naming, limits });
  let made = 0;
  const app = new Hono<ContractEnv>();
  app.get('/', (c) => {
    const number = Number(c.req.query('n'));
    const isCacheable = c.req.query('cacheable') !== 'no';
    const secret = c.req.header('x-appwrite-session') ? {} : null;
    return shared.answer(
      { c, actor: { role: 'visitor' }, secret },
      { key: [number], scopes: ['one'], isCacheable },
      () => {
        made += 1;
        return { number, letters: 'x'.repeat(Number(c.req.query('letters') ?? 0)) };
      },
    );
  });
  const asIncoming = (url: string, headers: Record<string, string>) =>
    ({ method: 'GET', url, headers }) as unknown as IncomingMessage;
  return {
    shared,
    made: () => made,
    async ask(url: string, headers: Record<string, string> = {}) {
      const answer = await app.request(url, { headers }, { incoming: asIncoming(url, headers) } as never);
      return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text() };
    },
    isInMemory: (url: string, headers: Record<string, string> = {}) => shared.peek(asIncoming(url, headers)) !== null,
  };
}

test('a thousand made-up queries stay within the limits, and larger responses than those of a page are not cached', async () => {
  const { shared, ask, isInMemory } = openRoute();
  for (const _ of ['first', 'second']) await ask('/?n=-1');
  for (let number = 0; number < 1000; number += 1) {
    await ask(`/?n=${number}&letters=2500`);
    const { answers, bytes } = shared.size;
    expect(answers <= 10 && bytes <= 20_000).toBe(true);
  }
  expect(isInMemory('/?n=-1')).toBe(true);
  const { answers } = shared.size;
  await ask('/?n=5000&letters=3000');
  expect(shared.size.answers).toBe(answers);
});

test('a few spellings of a query are remembered after the second request, and the query is read once', async () => {
  const { made, ask, isInMemory } = openRoute();
  await ask('/?n=1');
  expect(isInMemory('/?n=1')).toBe(false);
  for (const spelling of ['/?n=1', '/?n=01', '/?n=%31', '/?n=1.0', '/?n=1e0']) await ask(spelling);
  expect(['/?n=1', '/?n=01', '/?n=%31', '/?n=1.0', '/?n=1e0'].map((url) => isInMemory(url))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
  expect(made()).toBe(1);
  expect(isInMemory('/?n=1', { 'x-appwrite-project': 'examshelf' })).toBe(false);
  expect(isInMemory(`/?n=1&${'x'.repeat(3000)}`)).toBe(false);
});

test('a request with a session is never served from memory, and its response is not stored there', async () => {
  const { shared, made, ask, isInMemory } = openRoute();
  const session = { 'x-appwrite-session': 'secret' };
  await ask('/?n=1', session);
  expect([shared.size.answers, made()]).toEqual([0, 1]);
  for (const _ of ['first', 'second']) await ask('/?n=1');
  expect([(await ask('/?n=1', session)).etag, made()]).toEqual([null, 3]);
  const refused: Record<string, string>[] = [
    session,
    { cookie: 'other=1; a_session_examshelf=secret' },
    { 'x-fallback-cookies': '{"a_session_examshelf":"secret"}' },
    { 'x-appwrite-jwt': 'token' },
    { 'x-appwrite-project': 'another' },
  ];
  for (const headers of refused) expect([headers, isInMemory('/?n=1', headers)]).toEqual([headers, false]);
  expect(isInMemory('/?n=1', { cookie: 'theme=dark' })).toBe(true);
});

test('a response that must not be cached is made for each request, and has a tag', async () => {
  const { shared, made, ask } = openRoute();
  const { etag } = await ask('/?n=1&cacheable=no');
  expect(await ask('/?n=1&cacheable=no', { 'if-none-match': String(etag) })).toMatchObject({ status: 304 });
  expect([made(), shared.size.answers]).toEqual([2, 0]);
});

test('a response that the client already has gets 304, even from memory', async () => {
  const { ask } = openRoute();
  const { etag } = await ask('/?n=1');
  expect(etag).toMatch(/^"[\w-]+"$/);
  expect(await ask('/?n=1', { 'if-none-match': String(etag) })).toEqual({ status: 304, etag, text: '' });
});
