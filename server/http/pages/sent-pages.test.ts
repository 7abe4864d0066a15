import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { sendKept } from '#server/http/cache/send-kept.ts';
import { html, openPages } from '#test/support/plain-pages.ts';

test('an unchanged page is not sent twice', async () => {
  const { pages } = openPages(() => html('<p>same</p>'));
  const first = await pages.fetch(new Request('http://library.test/'));
  const etag = first.headers.get('etag') ?? '';
  const second = await pages.fetch(new Request('http://library.test/', { headers: { 'if-none-match': etag } }));
  expect([second.status, await second.text()]).toEqual([304, '']);
});

test('pages are compressed for browsers that accept it', async () => {
  const { pages } = openPages(() => html(`<p>${'words '.repeat(200)}</p>`));
  const ask = (encoding: string) =>
    pages.fetch(new Request('http://library.test/', { headers: { 'accept-encoding': encoding } }));
  expect((await ask('gzip, br')).headers.get('content-encoding')).toBe('br');
  expect((await ask('gzip')).headers.get('content-encoding')).toBe('gzip');
  expect((await ask('identity')).headers.get('content-encoding')).toBeNull();
});

test('a cached page is sent straight to the socket, with the same headers and body', async () => {
  const { pages } = openPages((request) =>
    request.url.endsWith('/about')
      ? new Response(null, { status: 307, headers: { location: '/not-found' } })
      : html(`<p>${'words '.repeat(200)}</p>`),
  );
  const server = createServer((request, response) => {
    const found = pages.peek(request);
    if (found) {
      sendKept(request, response, { ...found, vary: 'accept-encoding', more: [] });
      return;
    }
    const goTheLongWay = async () => {
      const answer = await pages.fetch(new Request(`http://library.test${request.url}`));
      response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), 'x-way': 'long' });
      response.end(await answer.text());
    };
    void goTheLongWay();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rendered = await fetch(`${url}/books`);
  const cached = await fetch(`${url}/books`);
  expect([rendered.headers.get('x-way'), cached.headers.get('x-way')]).toEqual(['long', null]);
  expect(await cached.text()).toBe(await rendered.text());
  expect(cached.headers.get('content-security-policy')).toBe(rendered.headers.get('content-security-policy'));
  const held = await fetch(`${url}/books`, { headers: { 'if-none-match': cached.headers.get('etag') ?? '' } });
  expect(held.status).toBe(304);
  expect((await fetch(`${url}/books`, { method: 'HEAD' })).headers.get('content-length')).not.toBe('0');
  expect((await fetch(`${url}/books`, { method: 'POST' })).headers.get('x-way')).toBe('long');
  for (const _ of ['first', 'second'])
    expect((await fetch(`${url}/about`, { redirect: 'manual' })).headers.get('x-way')).toBe('long');
  await new Promise((resolve) => server.close(resolve));
});

test('the header of a page names the log position of its read, that of a cached page the current one, and the tag is the same', async () => {
  let finish = () => {};
  const { pages, changes } = openPages(async () => {
    await new Promise<void>((resolve) => (finish = resolve));
    return html('<p>books</p>');
  });
  const change = () => changes.tell({ subject: 'purged', materials: [] });
  const revisions = [changes.revision];
  const asked = pages.fetch(new Request('http://library.test/books'));
  await vi.waitFor(() => expect(pages.join(incoming('/books'))).not.toBeNull());
  const joined = pages.join(incoming('/books'));
  change();
  revisions.push(changes.revision);
  finish();
  const { headers } = await asked;
  expect(headers.get('server-timing')).toBe(`revision;desc="${revisions[0]}"`);
  expect((await joined)?.headers).toEqual(['server-timing', `revision;desc="${revisions[0]}"`]);
  const cached = pages.peek(incoming('/books'));
  expect(cached?.headers).toEqual(['server-timing', `revision;desc="${revisions[1]}"`]);
  expect(revisions[1]).not.toBe(revisions[0]);
  expect(headers.get('etag')).toBe(`"${cached?.answer.etag}"`);
});

const incoming = (url: string) => ({ method: 'GET', url, headers: {} }) as IncomingMessage;
