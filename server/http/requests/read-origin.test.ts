import { expect, test } from 'vitest';
import type { PageRenderer } from '#server/http/pages/render-page.ts';
import { exchange } from '#test/support/raw-connection.ts';
import { openTestServer } from '#test/support/server.ts';
import { createOriginReader } from './read-origin.ts';

const guessed = createOriginReader({ publicUrl: 'http://10.0.0.7:3000', isPublicUrlGuessed: true });
const reach = (localAddress: string, host: string, more: { url?: string; headers?: Record<string, string> } = {}) =>
  guessed({
    url: more.url ?? '/',
    headers: { host, ...more.headers },
    socket: { localAddress, localPort: 3000 },
  });

test.each([
  ['192.168.1.20', '192.168.1.20:3000', 'http://192.168.1.20:3000'],
  ['::ffff:192.168.1.20', '192.168.1.20:3000', 'http://192.168.1.20:3000'],
  ['fd00::20', '[FD00::20]:3000', 'http://[fd00::20]:3000'],
  ['127.0.0.1', 'localhost:3000', 'http://localhost:3000'],
  ['::1', '[::1]:3000', 'http://[::1]:3000'],
])('if PUBLIC_URL is a guess, links in the response to a request that reached %s as %s begin with it', (...given) => {
  const [address, host, origin] = given;
  expect(reach(address, host)).toBe(origin);
});

test.each([
  ['a name', 'evil.example:3000'],
  ['an address of another machine', '203.0.113.9:3000'],
  ['another port', '192.168.1.20:4000'],
  ['localhost from another machine', 'localhost:3000'],
  ['nothing that can be read', '['],
])('no link begins with the host that a request names, if that is %s', (_, host) => {
  expect(reach('192.168.1.20', host)).toBe('http://10.0.0.7:3000');
});

test('a link begins neither with the address that a proxy connected to nor with one in the request line', () => {
  const local = ['192.168.1.20', '192.168.1.20:3000'] as const;
  expect(reach(...local, { headers: { 'x-forwarded-for': '10.1.1.1' } })).toBe('http://10.0.0.7:3000');
  expect(reach(...local, { url: 'http://192.168.1.20:3000/' })).toBe('http://10.0.0.7:3000');
});

test('if PUBLIC_URL is set, every link begins with it', () => {
  const set = createOriginReader({ publicUrl: 'https://library.example', isPublicUrlGuessed: false });
  const socket = { localAddress: '127.0.0.1', localPort: 3000 };
  expect(set({ url: '/', headers: { host: '127.0.0.1:3000' }, socket })).toBe('https://library.example');
});

/** Shows the origin of a page's links. */
const renderer: PageRenderer = {
  async fetch(_, { context }) {
    const { publicUrl } = await context.shelf.site();
    return new Response(`<link rel="canonical" href="${publicUrl}/books">`, {
      headers: { 'content-type': 'text/html' },
    });
  },
};

/** Pages, site map, feeds and the site, from which links to share and QR codes are made. */
const paths = ['/books', '/sitemap.xml', '/robots.txt', '/v1/feeds/new', '/v1/opds', '/v1/opds2', '/v1/site'];

test.skipIf(process.platform !== 'linux')(
  'a server on all addresses links to the requested one, in every format, and no cache mixes two of them',
  async () => {
    await using server = await openTestServer({ settings: { HOST: '0.0.0.0' }, renderer });
    const { port } = new URL(server.url);
    const { publicUrl } = await server.services.shelf.site();
    // Every address that begins with 127 is one of the machine.
    const hosts = [new URL(publicUrl).host, `127.0.0.2:${port}`, `127.0.0.3:${port}`, `localhost:${port}`];
    // Three times, so that responses from caches are included.
    for (const path of [...paths, ...paths, ...paths])
      for (const host of hosts) {
        const connected =
          host === hosts[0] || host.startsWith('localhost') ? '127.0.0.1' : new URL(`http://${host}`).hostname;
        const { answer } = await exchange(
          `http://${connected}:${port}`,
          `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
        );
        const origins = [...answer.matchAll(/https?:\/\/[\d.a-z]+:\d+/g)].map(([origin]) => origin);
        expect([path, host, ...new Set(origins)]).toEqual([path, host, `http://${host}`]);
      }
  },
);
