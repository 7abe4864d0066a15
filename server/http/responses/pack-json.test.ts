import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { get } from 'node:http';
import { expect, test } from 'vitest';
import { callAs, callAsAdministrator, smallPdf, uploadSmallFile } from '#test/support/contract-caller.ts';
import { openTestServer } from '#test/support/server.ts';
import { chooseCoding } from './content-coding.ts';

const papers = '/databases/library/collections/papers/documents';
const limit = `?queries[]=${encodeURIComponent('{"method":"limit","values":[100]}')}`;

async function openShelf(count: number) {
  const server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  await uploadSmallFile(admin, { id: 'f1', name: 'a.pdf', content: smallPdf });
  const place = { subject: 'C Programming', facultyId: 'csit', semesterId: '1' };
  const downloadUrl = '/v1/storage/buckets/files/files/f1/preview';
  for (let index = 0; index < count; index += 1) {
    const data = { ...place, title: `Paper ${index}`, year: 2080, downloadUrl };
    await admin.call('POST', papers, { json: { documentId: `p${index}`, data } });
  }
  return { server, admin, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

type Raw = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

/** Requests without decompressing. */
function ask(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const asking = get(url, { method, headers: { 'x-appwrite-project': 'examshelf', ...headers } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    asking.on('error', reject);
  });
}

test('a list is compressed in the coding that the client accepts, with the same content', async () => {
  await using shelf = await openShelf(40);
  const url = `${shelf.server.url}/v1${papers}${limit}`;
  const plain = await ask(url);
  expect(plain.headers).not.toHaveProperty('content-encoding');
  const brotli = await ask(url, { 'accept-encoding': 'gzip, deflate, br, zstd' });
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(brotli.body)).toEqual(plain.body);
  const gzipped = await ask(url, { 'accept-encoding': 'gzip, br;q=0' });
  expect(gzipped.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzipped.body)).toEqual(plain.body);
  for (const { body, headers } of [plain, brotli, gzipped]) {
    expect(headers['vary']).toBe('Origin, Accept-Encoding');
    expect(headers['content-length']).toBe(String(body.length));
  }
  expect(plain.body.length / gzipped.body.length).toBeGreaterThan(8);
  expect(plain.body.length / brotli.body.length).toBeGreaterThan(8);
});

test('every coding has a separate tag, which gets 304 until something changes', async () => {
  await using shelf = await openShelf(3);
  const { url } = shelf.server;
  const addresses = [
    `${papers}${limit}`,
    `${papers}/p1`,
    '/tablesdb/library/tables/papers/rows',
    '/materials/p1',
    '/materials/counts',
    '/catalogue/faculties',
    '/catalogue/faculties/csit',
    '/site',
    '/site/pages/about',
    '/storage/buckets/files/files/f1',
    '/openapi.json',
    '/docs',
  ].map((path) => `${url}/v1${path}`);
  for (const address of addresses) {
    const tags = new Map<string, string>();
    for (const coding of ['identity', 'gzip', 'br']) {
      const asked = { 'accept-encoding': coding };
      const first = await ask(address, asked);
      const tag = String(first.headers['etag']);
      expect([address, first.status, tag]).toEqual([address, 200, expect.stringMatching(/^"[\w-]+"$/)]);
      const held = tags.get(String(first.headers['content-encoding']));
      expect(held ?? tag).toBe(tag);
      tags.set(String(first.headers['content-encoding']), tag);
      const head = await ask(address, asked, 'HEAD');
      expect([head.status, head.headers['etag'], head.headers['content-length'], head.body.length]).toEqual([
        200,
        tag,
        first.headers['content-length'],
        0,
      ]);
      for (const [noneMatch, method] of [
        [tag, 'GET'],
        [tag, 'HEAD'],
        [`W/${tag}`, 'GET'],
        [`"other", ${tag}`, 'GET'],
        ['*', 'GET'],
      ] as const) {
        const again = await ask(address, { ...asked, 'if-none-match': noneMatch }, method);
        expect([again.status, again.body.length, again.headers['etag']]).toEqual([304, 0, tag]);
        expect(again.headers['vary']).toBe(first.headers['vary']);
        expect(again.headers['cache-control']).toBe(first.headers['cache-control']);
      }
      expect((await ask(address, { ...asked, 'if-none-match': '"other"' })).status).toBe(200);
    }
    expect(new Set(tags.values()).size).toBe(tags.size);
  }
  const address = `${url}/v1${papers}${limit}`;
  const { etag } = (await ask(address)).headers;
  await shelf.admin.call('PATCH', `${papers}/p1`, { json: { data: { title: 'Renamed' } } });
  const after = await ask(address, { 'if-none-match': String(etag) });
  expect([after.status, after.headers['etag'] === etag]).toEqual([200, false]);
  // A client that may see more must not get 304.
  await shelf.admin.call('PATCH', `${papers}/p1`, { json: { permissions: ['read("label:admin")'] } });
  const tagOfVisitor = String((await ask(address)).headers['etag']);
  const office = await ask(address, { 'if-none-match': tagOfVisitor, cookie: shelf.admin.cookie });
  expect([office.status, JSON.parse(String(office.body)).total]).toEqual([200, 3]);
});

test('small responses, account responses, errors and files are sent unchanged', async () => {
  await using shelf = await openShelf(1);
  const { url } = shelf.server;
  const asked = { 'accept-encoding': 'br', cookie: shelf.admin.cookie };
  for (const path of [`${papers}/p0`, '/account', '/account/sessions', '/storage/buckets/files/files/f1/view']) {
    const { status, headers } = await ask(`${url}/v1${path}`, asked);
    expect([path, status, headers['content-encoding']]).toEqual([path, 200, undefined]);
  }
  for (let count = 0; count < 6; count += 1) await callAsAdministrator(url);
  const sessions = await ask(`${url}/v1/account/sessions`, asked);
  expect(sessions.body.length).toBeGreaterThan(2048);
  expect(sessions.headers).not.toHaveProperty('content-encoding');
  expect(sessions.headers).not.toHaveProperty('etag');
  expect(sessions.headers['cache-control']).toBe('no-store');
  const trash = await ask(`${url}/v1/materials/trash`, asked);
  expect([trash.headers['etag'], trash.headers['cache-control']]).toEqual([undefined, 'no-store']);
  const refused = await callAs(url).call('GET', `${papers}/none`, { headers: { 'if-none-match': '*' } });
  expect([refused.status, refused.headers.get('etag')]).toEqual([404, null]);
  const range = await ask(`${url}/v1/storage/buckets/files/files/f1/view`, { ...asked, range: 'bytes=0-3' });
  expect([range.status, String(range.body), range.headers['vary']]).toEqual([206, '%PDF', 'Origin']);
});

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['gzip;q=0.5, br;q=0.1', 'br'],
  ['br;q=0, gzip;q=0.0', null],
  ['BR ; q=1', 'br'],
  ['brotli, xgzip', null],
])('of the codings %s the response is in %s', (accepted, coding) => {
  expect(chooseCoding(accepted)).toBe(coding);
});
