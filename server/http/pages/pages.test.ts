import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { FileRecord } from '#server/engines/database/database.ts';
import type { PageRenderer } from './render-page.ts';
import { html, openPages } from '#test/support/plain-pages.ts';

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

test('the next request of a page shows a change of the library', async () => {
  let count = 0;
  const { pages, changes } = openPages(() => html(`<p>${(count += 1)}</p>`));
  const read = async () => (await pages.fetch(new Request('http://library.test/books'))).text();
  expect([await read(), await read()]).toEqual(['<p>1</p>', '<p>1</p>']);
  changes.tell({ subject: 'file', action: 'update', file: {} as FileRecord });
  expect(await read()).toBe('<p>2</p>');
});

test('a page of search results is rendered for each request, because results change while files are read', async () => {
  let count = 0;
  const { pages } = openPages(() => html(`<p>${(count += 1)}</p>`));
  const read = async (address: string) => (await pages.fetch(new Request(`http://library.test${address}`))).text();
  expect([await read('/search?q=heap'), await read('/search?q=heap')]).toEqual(['<p>1</p>', '<p>2</p>']);
  expect([await read('/search'), await read('/search')]).toEqual(['<p>3</p>', '<p>3</p>']);
});

test('a page for which the database had no time has Retry-After, and is not cached', async () => {
  let isBusy = true;
  const { pages } = openPages(() => (isBusy ? html('<p>busy</p>', 503) : html('<p>books</p>')));
  const busy = await pages.fetch(new Request('http://library.test/books'));
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '2']);
  isBusy = false;
  const later = await pages.fetch(new Request('http://library.test/books'));
  expect([later.status, later.headers.get('retry-after'), await later.text()]).toEqual([200, null, '<p>books</p>']);
});

test('a redirect stays within the host name that the visitor used', async () => {
  const { pages } = openPages(
    () => new Response(null, { status: 307, headers: { location: 'http://library.test/not-found' } }),
  );
  const response = await pages.fetch(new Request('http://localhost:3000/faculty/nowhere'));
  expect([response.status, response.headers.get('location')]).toEqual([307, '/not-found']);
});

test('leading slashes cannot name a foreign host, neither for the renderer nor in a redirect', async () => {
  const seen: string[] = [];
  const { pages } = openPages((request) => {
    seen.push(request.url);
    return new Response(null, { status: 307, headers: { location: '//evil.test//not-found' } });
  });
  for (const address of ['//faculty/evil.test', '//', '/.//evil.test/%2e%2e']) {
    const response = await pages.fetch(new Request(`http://library.test${address}`));
    expect([response.status, response.headers.get('location')]).toEqual([307, '/not-found']);
  }
  expect(seen).toEqual(['http://library.test/faculty/evil.test', 'http://library.test/']);
});

/** Renders a page at `/books` and one at a slug; other spellings of their addresses redirect in several steps. */
const leading: PageRenderer['fetch'] = (request) => {
  const { pathname, search } = new URL(request.url);
  const next = {
    '/faculty/CSIT/semester/A': `/faculty/csit/semester/A${search}`,
    '/faculty/csit/semester/A': `/faculty/csit/semester/a${search}`,
    '/books?part=-1': '/books',
  }[`${pathname}${pathname === '/books' ? search : ''}`];
  return next ? new Response(null, { status: 307, headers: { location: next } }) : html(`<p>${pathname}</p>`);
};

test('an address in another spelling redirects once, permanently, with its query', async () => {
  const { pages } = openPages(leading);
  for (const [address, ends] of [
    ['/Books', '/books'],
    ['//books//?q=a', '/books?q=a'],
    ['/faculty/CSIT/semester/A?open=a', '/faculty/csit/semester/a?open=a'],
    ['/Books?part=-1', '/books?part=-1'],
  ] as const) {
    const response = await pages.fetch(new Request(`http://library.test${address}`));
    expect([address, response.status, response.headers.get('location')]).toEqual([address, 308, ends]);
  }
});

test('an address with an invalid query shows the page, cached or not', async () => {
  const { pages } = openPages(leading);
  for (const _ of ['first', 'second']) {
    const response = await pages.fetch(new Request('http://library.test/books?part=-1'));
    expect([response.status, await response.text()]).toEqual([200, '<p>/books</p>']);
  }
  const long = await pages.fetch(new Request(`http://library.test/books?q=${'x'.repeat(5000)}`));
  expect([long.status, await long.text()]).toEqual([200, '<p>/books</p>']);
});

test('a temporary redirect is passed on to the visitor, for every spelling of the address', async () => {
  const { pages } = openPages(
    () => new Response(null, { status: 307, headers: { location: '/books?part=3', 'cache-control': 'no-store' } }),
  );
  for (const address of ['/books?part=9', '/books?part=9', '/Books?part=9']) {
    const response = await pages.fetch(new Request(`http://library.test${address}`));
    expect([address, response.status, response.headers.get('location')]).toEqual([address, 307, '/books?part=3']);
  }
});

test('a redirect loop is followed five times, then passed on to the visitor', async () => {
  let count = 0;
  const { pages } = openPages(() => {
    count += 1;
    return new Response(null, { status: 307, headers: { location: `/books?turn=${count}` } });
  });
  const response = await pages.fetch(new Request('http://library.test/books'));
  expect([response.status, response.headers.get('location'), count]).toEqual([307, '/books?turn=5', 5]);
});

test('an address that cannot be decoded redirects to the not-found page without rendering', async () => {
  const { pages } = openPages(() => html('<p>never</p>'));
  for (const address of ['/%E0%A4%A', '/faculty/%ff', '/%']) {
    const response = await pages.fetch(new Request(`http://library.test${address}`));
    expect([response.status, response.headers.get('location')]).toEqual([307, '/not-found']);
  }
});

test('an address of thousands of characters redirects to the not-found page without rendering', async () => {
  const { pages } = openPages(() => html('<p>never</p>'));
  const response = await pages.fetch(new Request(`http://library.test/${'x'.repeat(5000)}`));
  expect([response.status, response.headers.get('location')]).toEqual([307, '/not-found']);
});

test('pages accept only GET and HEAD', async () => {
  const { pages } = openPages(() => html('<p>hello</p>'));
  const response = await pages.fetch(new Request('http://library.test/', { method: 'POST' }));
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test('unknown parts of the query cause no new rendering, and stay in the address', async () => {
  const seen: string[] = [];
  const { pages } = openPages((request) => {
    seen.push(request.url.replace('http://library.test', ''));
    return html('<p>page</p>');
  });
  for (const address of [
    '/books',
    '/books?fbclid=1',
    '/books?pipe=2&part=1',
    '/books?q=c',
    '/books?utm=x&q=c&page=4',
  ]) {
    const response = await pages.fetch(new Request(`http://library.test${address}`));
    expect([address, response.status, response.headers.get('location')]).toEqual([address, 200, null]);
  }
  expect(seen).toEqual(['/books', '/books?q=c']);
});

test('a thousand addresses without a page share one rendering and a few lines of the log', async () => {
  const lines: string[] = [];
  let renderings = 0;
  const { pages } = openPages(
    () => {
      renderings += 1;
      return html('<p>nothing here</p>', 404);
    },
    {
      findMissing: async (path) => (path.startsWith('/material/') ? 'here' : 'elsewhere'),
      log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    },
  );
  for (let index = 0; index < 500; index += 1) {
    for (const address of [`/made-up-${index}?x=${index}`, `/material/made-up-${index}`]) {
      const response = await pages.fetch(new Request(`http://library.test${address}`));
      expect([response.status, await response.text()]).toEqual([404, '<p>nothing here</p>']);
    }
    const place = await pages.fetch(new Request(`http://library.test/faculty/made-up-${index}`));
    expect([place.status, place.headers.get('location')]).toEqual([307, '/not-found']);
  }
  expect([renderings, lines.length]).toEqual([1, 1]);
});

test('made-up materials share one rendering, and existing materials are rendered for each of their pages', async () => {
  const seen: string[] = [];
  const { pages } = openPages(
    (request) => {
      seen.push(request.url.replace('http://library.test', ''));
      return html('<p>page</p>');
    },
    { countPages: async (id) => (id === 'paper' ? 3 : null) },
  );
  for (let index = 0; index < 500; index += 1) {
    for (const query of [`open=made-up-${index}`, `open=made-up-${index}&page=2`, `open=paper&page=${index + 4}`])
      expect((await pages.fetch(new Request(`http://library.test/books?${query}`))).status).toBe(200);
  }
  for (const page of ['0', '1', '2', '3', '-2', 'two'])
    await pages.fetch(new Request(`http://library.test/books?open=paper&page=${page}`));
  expect(seen).toEqual(['/books', '/books?open=paper', '/books?open=paper&page=2', '/books?open=paper&page=3']);
});

test('above a few renderings and a short queue a page is refused with 503, and cached pages are still sent', async () => {
  const gate = Promise.withResolvers<void>();
  let renderings = 0;
  const { pages } = openPages(
    async (request) => {
      renderings += 1;
      if (request.url.includes('?q=')) await gate.promise;
      return html('<p>page</p>');
    },
    { limits: { maxRunning: 2, maxWaiting: 3, maxWaitMs: 60_000, jobMs: 60_000 } },
  );
  const ask = (address: string, from: string, signal?: AbortSignal) =>
    pages.fetch(new Request(`http://library.test${address}`, signal ? { signal } : {}), from);
  await ask('/about', 'reader');
  const many = Array.from({ length: 10 }, (_, index) => ask(`/books?q=${index}`, 'bot'));
  const refused = await Promise.all(many.slice(5));
  expect(refused.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
  expect(refused[0]?.headers.get('retry-after')).toBe('5');
  expect(await refused[0]?.text()).toContain('<h1>Please try again</h1>');
  expect((await ask('/about', 'reader')).status).toBe(200);
  // The longest queue loses its last entry to another visitor, and identical requests share one rendering.
  const leaving = new AbortController();
  const readers = [ask('/books?q=reader', 'reader'), ask('/books?q=reader', 'another')];
  const left = ask('/books?q=left', 'third', leaving.signal);
  leaving.abort();
  gate.resolve();
  expect((await Promise.all(readers)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await Promise.all(many.slice(0, 3))).map(({ status }) => status)).toEqual([200, 200, 200]);
  await left;
  expect(renderings).toBe(5);
});
