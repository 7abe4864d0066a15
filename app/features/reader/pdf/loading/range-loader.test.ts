/// <reference types="node" />
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { chunkBytes, createRangeLoader } from './range-loader.ts';
import { FileChanged } from './range-fetcher.ts';

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const ranges: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    ranges.push(request.headers.range);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/file.pdf`,
    ranges,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function file(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => index % 251);
}

function inRanges(bytes: Uint8Array) {
  return (request: IncomingMessage, response: ServerResponse) => {
    const [, from = '0', to = '0'] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
    const end = Math.min(Number(to) + 1, bytes.length);
    response.writeHead(206, { 'content-range': `bytes ${from}-${end - 1}/${bytes.length}` });
    response.end(bytes.subarray(Number(from), end));
  };
}

test('a long file starts with one chunk, and its length is known from that response', async () => {
  const bytes = file(200_000);
  await using server = await serve(inRanges(bytes));
  const loader = createRangeLoader(server.url);
  const start = await loader.start();
  expect(start.totalBytes).toBe(200_000);
  expect(start.bytes).toEqual(bytes.slice(0, chunkBytes));
  expect(await loader.read(131_072, 196_608)).toEqual(bytes.slice(131_072, 196_608));
  expect(server.ranges).toEqual(['bytes=0-65535', 'bytes=131072-196607']);
});

test('a file of at most two chunks is loaded in one request', async () => {
  const bytes = file(100_000);
  await using server = await serve(inRanges(bytes));
  expect(await createRangeLoader(server.url).start()).toEqual({ totalBytes: 100_000, bytes });
  expect(server.ranges).toEqual(['bytes=0-65535', 'bytes=65536-99999']);
});

test('a refusal has the address for messages, without additions', async () => {
  await using server = await serve((_request, response) => response.writeHead(404).end());
  const loader = createRangeLoader(`${server.url}?copy=reading`, { namedUrl: server.url });
  await expect(loader.start()).rejects.toThrow(`Missing PDF "${server.url}".`);
});

test('a server that does not support ranges sends the whole file', async () => {
  const bytes = file(300_000);
  await using server = await serve((_request, response) => response.end(bytes));
  expect(await createRangeLoader(server.url).start()).toEqual({ totalBytes: 300_000, bytes });
});

test('a missing file and a refused one have their status, without a retry', async () => {
  await using server = await serve((request, response) => response.writeHead(request.url === '/a' ? 403 : 404).end());
  await expect(createRangeLoader(server.url).start()).rejects.toThrow(`Missing PDF "${server.url}".`);
  const refused = server.url.replace('/file.pdf', '/a');
  await expect(createRangeLoader(refused).start()).rejects.toThrow(
    `Unexpected server response (403) while retrieving PDF "${refused}".`,
  );
  expect(server.ranges).toHaveLength(2);
});

test.each<[string, number, Record<string, string>, string, string]>([
  ['204', 204, {}, '', 'program'],
  ['200 without a byte', 200, { 'content-length': '0' }, '', 'program'],
  ['200 without a byte and without a length', 200, { 'transfer-encoding': 'chunked' }, '', 'program'],
  ['200 with a page to sign in', 200, { 'content-type': 'text/html; charset=utf-8' }, '<p>Sign in', 'network'],
])(
  'a file intercepted on its way is reported as such, without a retry: %s',
  async (_name, status, headers, body, taken) => {
    await using server = await serve((_request, response) => response.writeHead(status, headers).end(body));
    await expect(createRangeLoader(server.url).start()).rejects.toMatchObject({
      message: `Unexpected server response (${status}) while retrieving PDF "${server.url}".`,
      status,
      taken,
    });
    expect(server.ranges).toHaveLength(1);
  },
);

test('a lost request is retried, even in the middle of a response', async () => {
  const bytes = file(200_000);
  let asked = 0;
  await using server = await serve((request, response) => {
    asked += 1;
    if (asked === 1) request.socket.destroy();
    else if (asked === 2) {
      response.writeHead(206, { 'content-range': 'bytes 0-65535/200000', 'content-length': '65536' });
      response.write(bytes.subarray(0, 1000), () => request.socket.destroy());
    } else if (asked === 3) response.writeHead(503).end();
    else inRanges(bytes)(request, response);
  });
  const loader = createRangeLoader(server.url, { firstWaitMs: 1, startRetries: 3 });
  expect((await loader.start()).bytes).toEqual(bytes.slice(0, chunkBytes));
});

test('retries while opening are limited', async () => {
  await using server = await serve((request) => request.socket.destroy());
  const loader = createRangeLoader(server.url, { firstWaitMs: 1, startRetries: 2 });
  await expect(loader.start()).rejects.toThrow(TypeError);
  expect(server.ranges).toHaveLength(3);
});

test('while reading, a lost connection is retried without limit, and received bytes are not requested again', async () => {
  const bytes = file(400_000);
  let asked = 0;
  await using server = await serve((request, response) => {
    asked += 1;
    if (asked === 2) {
      response.writeHead(206, { 'content-range': 'bytes 131072-196607/400000', 'content-length': '65536' });
      response.write(bytes.subarray(131_072, 132_072), () => request.socket.destroy());
    } else if (asked > 2 && asked < 30) request.socket.destroy();
    else inRanges(bytes)(request, response);
  });
  const reports: boolean[] = [];
  const loader = createRangeLoader(server.url, {
    firstWaitMs: 0,
    startRetries: 0,
    readRetries: 0,
    onLineChanged: (isLost) => reports.push(isLost),
  });
  await loader.start();
  expect(await loader.read(131_072, 196_608)).toEqual(bytes.slice(131_072, 196_608));
  expect(reports).toEqual([true, false]);
  expect(server.ranges.slice(1, 3)).toEqual(['bytes=131072-196607', 'bytes=132072-196607']);
  expect(server.ranges).toHaveLength(30);
});

test('while reading, refusals are retried a limited number of times', async () => {
  const bytes = file(400_000);
  let asked = 0;
  await using server = await serve((request, response) => {
    asked += 1;
    if (asked === 1) inRanges(bytes)(request, response);
    else response.writeHead(request.headers.range === 'bytes=131072-196607' ? 410 : 503).end();
  });
  const loader = createRangeLoader(server.url, { firstWaitMs: 0, readRetries: 3 });
  await loader.start();
  await expect(loader.read(131_072, 196_608)).rejects.toThrow('Unexpected server response (410)');
  expect(server.ranges).toHaveLength(2);
  await expect(loader.read(196_608, 262_144)).rejects.toThrow('Unexpected server response (503)');
  expect(server.ranges).toHaveLength(6);
});

test('bytes that were read are not requested again, even in other ranges, until the cache is dropped', async () => {
  const bytes = file(400_000);
  await using server = await serve(inRanges(bytes));
  const loader = createRangeLoader(server.url);
  await loader.start();
  await loader.read(131_072, 262_144);
  await loader.read(327_680, 400_000);
  const asked = server.ranges.length;
  expect(await loader.read(196_608, 262_144)).toEqual(bytes.slice(196_608, 262_144));
  expect(await loader.read(327_680, 400_000)).toEqual(bytes.slice(327_680, 400_000));
  expect(server.ranges).toHaveLength(asked);
  expect(loader.bytesCached()).toBe(4 * chunkBytes);

  loader.dropCache();
  expect(await loader.read(131_072, 196_608)).toEqual(bytes.slice(131_072, 196_608));
  expect(server.ranges.slice(asked)).toEqual(['bytes=131072-196607']);
  expect(loader.bytesCached()).toBe(null);
});

test('adjacent ranges share one request, and nothing between separate ones is loaded', async () => {
  const bytes = file(800_000);
  await using server = await serve(inRanges(bytes));
  const loader = createRangeLoader(server.url);
  await loader.start();
  const ranges = [
    [262_144, 327_680],
    [131_072, 196_608],
    [196_608, 262_144],
    [524_288, 589_824],
  ] as const;
  const read = await Promise.all(ranges.map(([begin, end]) => loader.read(begin, end)));
  expect(read).toEqual(ranges.map(([begin, end]) => bytes.slice(begin, end)));
  expect(server.ranges.slice(1).toSorted()).toEqual(['bytes=131072-327679', 'bytes=524288-589823']);
});

test('a file that was replaced is never mixed with the previous one', async () => {
  const [old, young, short] = [file(400_000), file(400_000).toReversed(), file(200_000)];
  let now = { etag: '"one"', bytes: old };
  await using server = await serve((request, response) => {
    const start = Number(/\d+/.exec(request.headers.range ?? '')?.[0]);
    response.setHeader('etag', now.etag);
    if (start >= now.bytes.length) response.writeHead(416).end();
    else inRanges(now.bytes)(request, response);
  });
  const loader = createRangeLoader(server.url);
  await loader.start();
  expect(await loader.read(65_536, 131_072)).toEqual(old.slice(65_536, 131_072));
  now = { etag: '"two"', bytes: young };
  await expect(loader.read(131_072, 196_608)).rejects.toBeInstanceOf(FileChanged);
  now = { etag: '"three"', bytes: short };
  await expect(loader.read(327_680, 393_216)).rejects.toBeInstanceOf(FileChanged);
});

test('an interrupted response is not continued with another version', async () => {
  const [old, young] = [file(400_000), file(400_000).toReversed()];
  let asked = 0;
  await using server = await serve((request, response) => {
    asked += 1;
    response.setHeader('etag', asked === 1 ? '"one"' : '"two"');
    if (asked === 1) {
      response.writeHead(206, { 'content-range': 'bytes 0-65535/400000', 'content-length': '65536' });
      response.write(old.subarray(0, 1000), () => request.socket.destroy());
    } else inRanges(young)(request, response);
  });
  const start = await createRangeLoader(server.url, { firstWaitMs: 1 }).start();
  expect(start.bytes).toEqual(young.slice(0, chunkBytes));
});

test('if the first response names an address, later requests use it', async () => {
  const bytes = file(400_000);
  const addresses: (string | undefined)[] = [];
  await using server = await serve((request, response) => {
    addresses.push(request.url);
    response.setHeader('content-location', '/original.pdf');
    inRanges(bytes)(request, response);
  });
  const loader = createRangeLoader(server.url);
  await loader.start();
  await loader.read(65_536, 131_072);
  expect(addresses).toEqual(['/file.pdf', '/original.pdf']);
});

test('abort ends running requests and waiting retries', async () => {
  await using server = await serve((request) => request.socket.destroy());
  const loader = createRangeLoader(server.url, { firstWaitMs: 60_000 });
  const start = loader.start();
  loader.abort();
  await expect(start).rejects.toMatchObject({ name: 'AbortError' });
});
