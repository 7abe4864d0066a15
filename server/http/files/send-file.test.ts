import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { Problem } from '#contract/problems.ts';
import { openDisk } from '#server/engines/storage/disk.ts';
import { createStoredBytes, localBytes } from '#server/library/files/byte-source.ts';
import { sendFile, type SentFile } from './send-file.ts';

const modifiedAt = '2026-03-04T05:06:07.089+00:00';
const lastModified = 'Wed, 04 Mar 2026 05:06:07 GMT';

test('a whole file has the headers with which a browser can cache and resume it', async () => {
  await using served = await serve(Buffer.from('0123456789'));
  const answer = await fetch(served.url);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe('0123456789');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=300',
    'content-disposition': 'inline',
    'content-length': '10',
    'content-type': 'application/pdf',
    etag: `"${served.etag}"`,
    'last-modified': lastModified,
    'x-content-type-options': 'nosniff',
  });
});

test('a range gets 206 and its position', async () => {
  await using served = await serve(Buffer.from('0123456789'));
  const middle = await fetch(served.url, { headers: { range: 'bytes=2-4' } });
  expect([middle.status, middle.headers.get('content-range'), await middle.text()]).toEqual([
    206,
    'bytes 2-4/10',
    '234',
  ]);
  const end = await fetch(served.url, { headers: { range: 'bytes=-2' } });
  expect([end.status, end.headers.get('content-range'), await end.text()]).toEqual([206, 'bytes 8-9/10', '89']);
  const several = await fetch(served.url, { headers: { range: 'bytes=0-1,4-5' } });
  expect([several.status, await several.text()]).toEqual([200, '0123456789']);
});

test('a range outside of the file is 416 with the size', async () => {
  await using served = await serve(Buffer.from('0123456789'));
  const answer = await fetch(served.url, { headers: { range: 'bytes=10-' } });
  expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */10']);
  expect(await answer.text()).toBe('storage_invalid_range');
});

test('If-Range decides between the range and the whole file', async () => {
  await using served = await serve(Buffer.from('0123456789'));
  const ask = async (ifRange: string) =>
    (await fetch(served.url, { headers: { range: 'bytes=0-0', 'if-range': ifRange } })).status;
  expect(await ask(`"${served.etag}"`)).toBe(206);
  expect(await ask(lastModified)).toBe(206);
  expect(await ask(`W/"${served.etag}"`)).toBe(200);
  expect(await ask('"other"')).toBe(200);
  expect(await ask('Wed, 04 Mar 2026 05:06:08 GMT')).toBe(200);
  expect(await ask('rubbish')).toBe(200);
});

test('a client that already has this version gets 304 without a body, with and without a range', async () => {
  await using served = await serve(Buffer.from('0123456789'));
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(served.url, { headers });
    expect(answer.headers.get('etag')).toBe(`"${served.etag}"`);
    return [answer.status, await answer.text()];
  };
  const notModified = [304, ''];
  const sent = [200, '0123456789'];
  expect(await ask({ 'if-none-match': `"${served.etag}"` })).toEqual(notModified);
  expect(await ask({ 'if-none-match': `"x,y", W/"${served.etag}"` })).toEqual(notModified);
  expect(await ask({ 'if-none-match': '*' })).toEqual(notModified);
  expect(await ask({ 'if-none-match': `"${served.etag}"`, range: 'bytes=0-0' })).toEqual(notModified);
  expect(await ask({ 'if-modified-since': lastModified })).toEqual(notModified);
  expect(await ask({ 'if-none-match': '"other"', 'if-modified-since': lastModified })).toEqual(sent);
  expect(await ask({ 'if-modified-since': 'Wed, 04 Mar 2026 05:06:06 GMT' })).toEqual(sent);
  expect(await ask({ 'if-modified-since': 'rubbish' })).toEqual(sent);
});

test('HEAD gets the response of GET without the body', async () => {
  await using served = await serve(randomBytes(1_000_000));
  const whole = await fetch(served.url, { method: 'HEAD' });
  expect([whole.status, whole.headers.get('content-length'), await whole.text()]).toEqual([200, '1000000', '']);
  const part = await fetch(served.url, { method: 'HEAD', headers: { range: 'bytes=0-9' } });
  expect([part.status, part.headers.get('content-length'), part.headers.get('content-range')]).toEqual([
    206,
    '10',
    'bytes 0-9/1000000',
  ]);
});

test('large files arrive unchanged, whole and in large ranges', async () => {
  const bytes = randomBytes(3_000_001);
  await using served = await serve(bytes);
  expect(digest(await (await fetch(served.url)).bytes())).toBe(digest(bytes));
  const range = await fetch(served.url, { headers: { range: 'bytes=100000-2900000' } });
  expect(digest(await range.bytes())).toBe(digest(bytes.subarray(100_000, 2_900_001)));
});

test('clients that disconnect leave no file open', async () => {
  await using served = await serve(randomBytes(20_000_000));
  for (let count = 0; count < 3; count++) {
    const arrived = await new Promise<http.IncomingMessage>((resolve) => void http.get(served.url, resolve));
    await once(arrived, 'data');
    arrived.destroy();
    await served.settled();
  }
  // One handle is cached for the next request; it would not close with the store if it were still in use.
  expect(await openHandles(served.folder)).toBeLessThanOrEqual(1);
  await served.storage.close();
  expect(await openHandles(served.folder)).toBe(0);
});

test('missing bytes are 404, and a file truncated on the disk ends the response early', async () => {
  await using gone = await serve(Buffer.from('0123456789'), { source: localBytes('/nowhere/at-all') });
  expect((await fetch(gone.url)).status).toBe(404);
  const short: SentFile['source'] = async (_range, take) => {
    await take(Buffer.alloc(5));
    return true;
  };
  await using cut = await serve(Buffer.from('x'), { source: short, sizeBytes: 1_000_000 });
  const read = async () => (await fetch(cut.url)).bytes();
  await expect(read()).rejects.toThrow(/fetch failed|terminated/);
});

test('a stored file that is missing or has another size is 404 before anything is sent, and logged once', async () => {
  await using served = await serve(Buffer.from('0123456789'));
  const stored = path.join(served.folder, served.storage.relativePath('a1') ?? '');
  await writeFile(stored, '01234');
  for (const range of ['bytes=0-', 'bytes=2-3', 'bytes=7-9']) {
    const answer = await fetch(served.url, { headers: { range } });
    expect([answer.status, await answer.text()]).toEqual([404, 'storage_file_not_found']);
  }
  await rm(stored);
  expect((await fetch(served.url)).status).toBe(404);
  expect(served.logged).toHaveLength(1);
  expect(served.logged[0]).toMatch(/damaged; run .*"fileId":"a1"|"fileId":"a1".*damaged; run/);
  await writeFile(stored, '0123456789');
  expect(await (await fetch(served.url)).text()).toBe('0123456789');
});

test('behind nginx the bytes are sent by nginx, but those of a web page never are', async () => {
  await using pdf = await serve(Buffer.from('0123456789'), { redirectTo: '/protected/ab/a1' });
  const redirected = await fetch(pdf.url, { headers: { range: 'bytes=2-4' } });
  expect([redirected.status, redirected.headers.get('x-accel-redirect'), await redirected.text()]).toEqual([
    200,
    '/protected/ab/a1',
    '',
  ]);
  // nginx adds its own, and a client would get both.
  expect(redirected.headers.get('accept-ranges')).toBeNull();
  await using page = await serve(Buffer.from('<p>'), { redirectTo: '/protected/ab/a1', mediaType: 'text/html' });
  const own = await fetch(page.url);
  expect([own.headers.get('x-accel-redirect'), await own.text()]).toEqual([null, '<p>']);
});

/** Opens a real server that responds to every request with the one file. */
async function serve(bytes: Buffer, change: Partial<SentFile> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-send-'));
  const storage = await openDisk({ directory: folder });
  const logged: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  await storage.putPart('a1', 0, Readable.from([bytes]));
  const joined = await storage.joinParts('a1', 1);
  const etag = joined?.sha256 ?? '';
  const file: SentFile = {
    source: createStoredBytes({ storage, log })({ id: 'a1', sizeBytes: bytes.length }),
    sizeBytes: bytes.length,
    etag,
    modifiedAt,
    mediaType: 'application/pdf',
    headers: { 'Content-Disposition': 'inline' },
    ...change,
  };
  let last = Promise.resolve();
  const server = http.createServer((request, response) => {
    last = sendFile(request, response, file).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      response.writeHead(error.status, error.headers).end(error.type);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    etag,
    folder,
    logged,
    storage,
    settled: () => last,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await storage.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns the files below the folder that this process has open; only Linux reports them. */
async function openHandles(folder: string): Promise<number> {
  const links = await readdir('/proc/self/fd');
  const targets = await Promise.all(links.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(folder)).length;
}
