import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Shelf } from '#contract/shelf.ts';
import { createChanges } from '#server/changes.ts';
import type { FileRecord } from '#server/database/database.ts';
import { createPages, type PageRenderer } from './pages.ts';

function openPages(fetch: PageRenderer['fetch']) {
  const changes = createChanges(() => undefined);
  const pages = createPages({
    renderer: { fetch },
    shelf: {} as Shelf,
    changes,
    publicUrl: 'http://library.test',
    maxBytes: 1_000_000,
    log: pino({ level: 'silent' }),
  });
  return { pages, changes };
}

const html = (text: string, status = 200) =>
  new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });

test('a visitor’s cookies never reach the renderer', async () => {
  const seen: Headers[] = [];
  const { pages } = openPages((request) => {
    seen.push(request.headers);
    return html('<p>hello</p>');
  });
  await pages.fetch(
    new Request('http://library.test/', { headers: { cookie: 'a_session_examshelf=secret', 'accept-language': 'ne' } }),
  );
  expect([...(seen[0]?.keys() ?? [])]).toEqual(['accept']);
});

test('a change on the shelf is seen on the next page', async () => {
  let count = 0;
  const { pages, changes } = openPages(() => html(`<p>${(count += 1)}</p>`));
  const read = async () => (await pages.fetch(new Request('http://library.test/books'))).text();
  expect([await read(), await read()]).toEqual(['<p>1</p>', '<p>1</p>']);
  changes.tell({ subject: 'file', action: 'create', file: {} as FileRecord });
  expect(await read()).toBe('<p>2</p>');
});

test('a page for which the database had no time says when to ask again, and is not kept', async () => {
  let isBusy = true;
  const { pages } = openPages(() => (isBusy ? html('<p>busy</p>', 503) : html('<p>books</p>')));
  const busy = await pages.fetch(new Request('http://library.test/books'));
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '2']);
  isBusy = false;
  const later = await pages.fetch(new Request('http://library.test/books'));
  expect([later.status, later.headers.get('retry-after'), await later.text()]).toEqual([200, null, '<p>books</p>']);
});

test('a page that has not changed is not sent twice', async () => {
  const { pages } = openPages(() => html('<p>same</p>'));
  const first = await pages.fetch(new Request('http://library.test/'));
  const etag = first.headers.get('etag') ?? '';
  const second = await pages.fetch(new Request('http://library.test/', { headers: { 'if-none-match': etag } }));
  expect([second.status, await second.text()]).toEqual([304, '']);
});

test('a redirect stays within whatever name the visitor used', async () => {
  const { pages } = openPages(
    () => new Response(null, { status: 307, headers: { location: 'http://library.test/not-found' } }),
  );
  const response = await pages.fetch(new Request('http://localhost:3000/faculty/nowhere'));
  expect([response.status, response.headers.get('location')]).toEqual([307, '/not-found']);
});

test('slashes in front name no foreign host, neither to the renderer nor in a redirect', async () => {
  const seen: string[] = [];
  const { pages } = openPages((request) => {
    seen.push(request.url);
    return new Response(null, { status: 307, headers: { location: '//evil.test//not-found' } });
  });
  for (const address of ['//evil.test/x', '//', '/.//evil.test/%2e%2e']) {
    const response = await pages.fetch(new Request(`http://library.test${address}`));
    expect([response.status, response.headers.get('location')]).toEqual([307, '/not-found']);
  }
  expect(seen).toEqual(['http://library.test/evil.test/x', 'http://library.test/']);
});

/** A page at `/books` and one at a slug, which other ways to write their addresses lead to in steps of their own. */
const leading: PageRenderer['fetch'] = (request) => {
  const { pathname, search } = new URL(request.url);
  const next = {
    '/faculty/CSIT/subject/C': `/faculty/csit/subject/C${search}`,
    '/faculty/csit/subject/C': `/faculty/csit/subject/c${search}`,
    '/books?part=-1': '/books',
  }[`${pathname}${pathname === '/books' ? search : ''}`];
  return next ? new Response(null, { status: 307, headers: { location: next } }) : html(`<p>${pathname}</p>`);
};

test('an address written in another way leads on once, for good, with its query', async () => {
  const { pages } = openPages(leading);
  for (const [address, ends] of [
    ['/Books', '/books'],
    ['//books//?q=a', '/books?q=a'],
    ['/faculty/CSIT/subject/C?open=a', '/faculty/csit/subject/c?open=a'],
    ['/Books?part=-1', '/books?part=-1'],
  ] as const) {
    const response = await pages.fetch(new Request(`http://library.test${address}`));
    expect([address, response.status, response.headers.get('location')]).toEqual([address, 308, ends]);
  }
});

test('a query that makes no sense keeps the page, kept or not', async () => {
  const { pages } = openPages(leading);
  for (const _ of ['first', 'second']) {
    const response = await pages.fetch(new Request('http://library.test/books?part=-1'));
    expect([response.status, await response.text()]).toEqual([200, '<p>/books</p>']);
  }
  const long = await pages.fetch(new Request(`http://library.test/books?q=${'x'.repeat(5000)}`));
  expect([long.status, await long.text()]).toEqual([200, '<p>/books</p>']);
});

test('a page that leads to another one for now sends the visitor there, whatever way the address was written', async () => {
  const { pages } = openPages(
    () => new Response(null, { status: 307, headers: { location: '/books?part=3', 'cache-control': 'no-store' } }),
  );
  for (const address of ['/books?part=9', '/books?part=9', '/Books?part=9']) {
    const response = await pages.fetch(new Request(`http://library.test${address}`));
    expect([address, response.status, response.headers.get('location')]).toEqual([address, 307, '/books?part=3']);
  }
});

test('a page that leads round in circles is told as it stands, not followed for ever', async () => {
  let count = 0;
  const { pages } = openPages(() => {
    count += 1;
    return new Response(null, { status: 307, headers: { location: `/books?turn=${count}` } });
  });
  const response = await pages.fetch(new Request('http://library.test/books'));
  expect([response.status, response.headers.get('location'), count]).toEqual([307, '/books?turn=5', 5]);
});

test('an address that nobody can decode leads to the not-found page unrendered', async () => {
  const { pages } = openPages(() => html('<p>never</p>'));
  for (const address of ['/%E0%A4%A', '/faculty/%ff', '/%']) {
    const response = await pages.fetch(new Request(`http://library.test${address}`));
    expect([response.status, response.headers.get('location')]).toEqual([307, '/not-found']);
  }
});

test('an address of thousands of characters leads to the not-found page unrendered', async () => {
  const { pages } = openPages(() => html('<p>never</p>'));
  const response = await pages.fetch(new Request(`http://library.test/${'x'.repeat(5000)}`));
  expect([response.status, response.headers.get('location')]).toEqual([307, '/not-found']);
});

test('pages are compressed for browsers that take it', async () => {
  const { pages } = openPages(() => html(`<p>${'words '.repeat(200)}</p>`));
  const ask = (encoding: string) =>
    pages.fetch(new Request('http://library.test/', { headers: { 'accept-encoding': encoding } }));
  expect((await ask('gzip, br')).headers.get('content-encoding')).toBe('br');
  expect((await ask('gzip')).headers.get('content-encoding')).toBe('gzip');
  expect((await ask('identity')).headers.get('content-encoding')).toBeNull();
});

test('pages are only read', async () => {
  const { pages } = openPages(() => html('<p>hello</p>'));
  const response = await pages.fetch(new Request('http://library.test/', { method: 'POST' }));
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test('a kept page goes straight to the socket, in the same words', async () => {
  const { pages } = openPages((request) =>
    request.url.endsWith('/moved')
      ? new Response(null, { status: 307, headers: { location: '/not-found' } })
      : html(`<p>${'words '.repeat(200)}</p>`),
  );
  const server = createServer((request, response) => {
    if (pages.answerKept(request, response)) return;
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
  const kept = await fetch(`${url}/books`);
  expect([rendered.headers.get('x-way'), kept.headers.get('x-way')]).toEqual(['long', null]);
  expect(await kept.text()).toBe(await rendered.text());
  expect(kept.headers.get('content-security-policy')).toBe(rendered.headers.get('content-security-policy'));
  const held = await fetch(`${url}/books`, { headers: { 'if-none-match': kept.headers.get('etag') ?? '' } });
  expect(held.status).toBe(304);
  expect((await fetch(`${url}/books`, { method: 'HEAD' })).headers.get('content-length')).not.toBe('0');
  expect((await fetch(`${url}/books`, { method: 'POST' })).headers.get('x-way')).toBe('long');
  for (const _ of ['first', 'second'])
    expect((await fetch(`${url}/moved`, { redirect: 'manual' })).headers.get('x-way')).toBe('long');
  await new Promise((resolve) => server.close(resolve));
});
