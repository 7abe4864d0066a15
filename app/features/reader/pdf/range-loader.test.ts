/// <reference types="node" />
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { chunkBytes, createRangeLoader } from './range-loader.ts';

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

test('a long file starts with one chunk, and its length is known from that answer', async () => {
  const bytes = file(200_000);
  await using server = await serve(inRanges(bytes));
  const loader = createRangeLoader(server.url);
  const start = await loader.start();
  expect(start.totalBytes).toBe(200_000);
  expect(start.bytes).toEqual(bytes.slice(0, chunkBytes));
  expect(await loader.read(131_072, 196_608)).toEqual(bytes.slice(131_072, 196_608));
  expect(server.ranges).toEqual(['bytes=0-65535', 'bytes=131072-196607']);
});

test('a file of at most two chunks is fetched whole', async () => {
  const bytes = file(100_000);
  await using server = await serve(inRanges(bytes));
  expect(await createRangeLoader(server.url).start()).toEqual({ totalBytes: 100_000, bytes });
  expect(server.ranges).toEqual(['bytes=0-65535', 'bytes=65536-99999']);
});

test('a server that knows no ranges sends the whole file', async () => {
  const bytes = file(300_000);
  await using server = await serve((_request, response) => response.end(bytes));
  expect(await createRangeLoader(server.url).start()).toEqual({ totalBytes: 300_000, bytes });
});

test('a missing file and a refused one are told by status, without a second try', async () => {
  await using server = await serve((request, response) => response.writeHead(request.url === '/a' ? 403 : 404).end());
  await expect(createRangeLoader(server.url).start()).rejects.toThrow(`Missing PDF "${server.url}".`);
  const refused = server.url.replace('/file.pdf', '/a');
  await expect(createRangeLoader(refused).start()).rejects.toThrow(
    `Unexpected server response (403) while retrieving PDF "${refused}".`,
  );
  expect(server.ranges).toHaveLength(2);
});

test('a line that breaks is tried again, in the middle of an answer too', async () => {
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

test('tries come to an end', async () => {
  await using server = await serve((request) => request.socket.destroy());
  const loader = createRangeLoader(server.url, { firstWaitMs: 1, startRetries: 2 });
  await expect(loader.start()).rejects.toThrow(TypeError);
  expect(server.ranges).toHaveLength(3);
});

test('aborting ends what is under way and what waits for its next try', async () => {
  await using server = await serve((request) => request.socket.destroy());
  const loader = createRangeLoader(server.url, { firstWaitMs: 60_000 });
  const start = loader.start();
  loader.abort();
  await expect(start).rejects.toMatchObject({ name: 'AbortError' });
});
