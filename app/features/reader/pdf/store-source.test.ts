/// <reference types="node" />
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FileChanged } from './range-fetcher.ts';
import { chunkBytes, createRangeLoader, type RangeLoader } from './range-loader.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, bytes: Uint8Array) => void;

/** By the clock of the library, which need not be right. */
const began = Date.UTC(2026, 2, 4, 5, 6, 7);
const file = Uint8Array.from({ length: 10 * chunkBytes }, (_, index) => index % 251);
const other = file.toReversed();

/** A range as both the library and the store answer it, with the tag of the answer. */
const inRanges =
  (etag: string, headers: Record<string, string> = {}): Answer =>
  (request, response, bytes) => {
    const [, from = '0', to = '0'] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
    const end = Math.min(Number(to) + 1, bytes.length);
    if (response.sendDate) response.setHeader('date', new Date(began).toUTCString());
    response.writeHead(206, {
      etag,
      'content-range': `bytes ${from}-${end - 1}/${bytes.length}`,
      ...headers,
    });
    response.end(bytes.subarray(Number(from), end));
  };

async function serve(bytes: Uint8Array, answer: Answer) {
  const state = { answer, bytes, asked: [] as string[] };
  const server = createServer((request, response) => {
    state.asked.push(request.headers.range ?? '');
    state.answer(request, response, state.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return Object.assign(state, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/file.pdf` });
}

const linkTo = (url: string, etag = 'in-store', seconds = 300) =>
  `<${url}?signed=1>; rel="duplicate"; etag="${etag}"; until=${began / 1000 + seconds}`;

/** A library that names a store, the store, and a reader that has begun, with a clock that the test moves. */
async function open(storeAnswer: Answer = inRanges('"in-store"'), silenceMs = 60_000) {
  const store = await serve(file, storeAnswer);
  const library = await serve(file, inRanges('"version"', { link: linkTo(store.url) }));
  const clock = { ms: 0 };
  const reports: boolean[] = [];
  const loader = createRangeLoader(library.url, {
    firstWaitMs: 0,
    onLineChanged: (isLost) => reports.push(isLost),
    store: { now: () => clock.ms, silenceMs },
  });
  await loader.start();
  await vi.dynamicImportSettled();
  return { store, library, loader, clock, reports };
}

/** The ranges of so many chunks. */
const ranges = (...chunks: number[]) =>
  chunks.map((chunk) => `bytes=${chunk * chunkBytes}-${(chunk + 1) * chunkBytes - 1}`);

async function expectChunk(loader: RangeLoader, chunk: number, bytes = file): Promise<void> {
  const read = await loader.read(chunk * chunkBytes, (chunk + 1) * chunkBytes);
  expect(Buffer.compare(read, bytes.subarray(chunk * chunkBytes, (chunk + 1) * chunkBytes))).toBe(0);
}

test('the first bytes come from the library, and further ranges from the store that it names', async () => {
  const { store, library, loader } = await open();
  for (const chunk of [2, 5, 9]) await expectChunk(loader, chunk);
  expect(library.asked).toEqual(ranges(0));
  expect(store.asked).toEqual(ranges(2, 5, 9));
});

test('the store gets a range, and nothing that says who reads what', async () => {
  const seen: IncomingMessage[] = [];
  const { loader } = await open((request, response, bytes) => {
    seen.push(request);
    inRanges('"in-store"')(request, response, bytes);
  });
  await expectChunk(loader, 2);
  expect(seen[0]?.url).toBe('/file.pdf?signed=1');
  for (const name of ['cookie', 'referer', 'x-read-version', 'if-range'])
    expect([name, seen[0]?.headers[name]]).toEqual([name, undefined]);
});

test('before an address runs out, the library is asked for another one together with a range', async () => {
  const { store, library, loader, clock } = await open();
  clock.ms = 299_000;
  await expectChunk(loader, 2);
  clock.ms = 300_000;
  await expectChunk(loader, 3);
  await expectChunk(loader, 4);
  expect(library.asked).toEqual(ranges(0, 3));
  expect(store.asked).toEqual(ranges(2, 4));
});

const silent = 'does not answer';
const failures: Record<string, Answer> = {
  'refuses, as for an address that has run out': (_request, response) => response.writeHead(403).end(),
  'closes the connection': (request) => request.socket.destroy(),
  'sends all of the file': (_request, response, bytes) => response.writeHead(200, { etag: '"in-store"' }).end(bytes),
  'has other bytes': inRanges('"other"'),
  'does not say which bytes these are': (request, response) =>
    response.writeHead(206, { etag: '"in-store"' }).end(file.subarray(0, request.headers.range?.length)),
  'has a file of another size': (request, response) =>
    inRanges('"in-store"')(request, response, file.subarray(0, 9 * chunkBytes)),
  'sends more than was asked for': (request, response) => {
    const [, from = '', to = ''] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
    const headers = { etag: '"in-store"', 'content-range': `bytes ${from}-${to}/${file.length}` };
    response.writeHead(206, headers).end(other);
  },
  'leads elsewhere': (_request, response) => response.writeHead(302, { location: '/other' }).end(),
  [silent]: () => {},
};

test.each(Object.entries(failures))(
  'a store that %s is left alone, and the library is asked at once, without a word',
  async (name, failure) => {
    const { store, library, loader, reports } = await open(failure, name === silent ? 50 : 60_000);
    await expectChunk(loader, 2);
    await expectChunk(loader, 5);
    expect(store.asked).toEqual(ranges(2));
    expect(library.asked).toEqual(ranges(0, 2, 5));
    expect(reports).toEqual([]);
  },
);

test('what had arrived when the store broke off is kept', async () => {
  const { library, loader } = await open((request, response) => {
    const headers = { etag: '"in-store"', 'content-range': `bytes 131072-196607/${file.length}` };
    response.writeHead(206, { ...headers, 'content-length': '65536' });
    response.write(file.subarray(131_072, 132_072), () => request.socket.destroy());
  });
  await expectChunk(loader, 2);
  expect(library.asked).toEqual(['bytes=0-65535', 'bytes=132072-196607']);
});

test('after a failure the store is tried again later and later, and ranges that fail together count once', async () => {
  const { store, loader, clock } = await open((request) => request.socket.destroy());
  await Promise.all([2, 4].map((chunk) => expectChunk(loader, chunk)));
  const tried = store.asked.length;
  clock.ms = 29_000;
  await expectChunk(loader, 5);
  clock.ms = 30_000;
  // Now the library's address counts again.
  await expectChunk(loader, 6);
  expect(store.asked).toHaveLength(tried);
  await expectChunk(loader, 7);
  expect(store.asked).toHaveLength(tried + 1);
  clock.ms = 89_000;
  await expectChunk(loader, 8);
  await expectChunk(loader, 9);
  expect(store.asked).toHaveLength(tried + 1);
  store.answer = inRanges('"in-store"');
  clock.ms = 90_000;
  await expectChunk(loader, 1);
  expect(store.asked).toHaveLength(tried + 1);
});

test('a line that is lost while the library is asked is reported as ever', async () => {
  const { library, loader, reports } = await open((request) => request.socket.destroy());
  const answer = library.answer;
  let lost = 0;
  library.answer = (request, response, bytes) => {
    lost += 1;
    if (lost < 4) request.socket.destroy();
    else answer(request, response, bytes);
  };
  await expectChunk(loader, 2);
  expect(reports).toEqual([true, false]);
});

test('an address counts for the version of the answer that named it, so a replaced file is never mixed', async () => {
  const { store, library, loader } = await open();
  await expectChunk(loader, 2);
  // The id was given to another upload: the store sends its bytes with another tag.
  Object.assign(store, { bytes: other, answer: inRanges('"of-the-other"') });
  Object.assign(library, {
    bytes: other,
    answer: inRanges('"another"', { link: linkTo(store.url, 'of-the-other') }),
  });
  await expect(loader.read(3 * chunkBytes, 4 * chunkBytes)).rejects.toBeInstanceOf(FileChanged);
  await expect(loader.read(4 * chunkBytes, 5 * chunkBytes)).rejects.toBeInstanceOf(FileChanged);
});

test.each([
  ['it is not said', 300, false],
  ['a cache has put it beside a later answer', -1, true],
] as const)('an address is not used if its time has passed or is not known: %s', async (_name, seconds, isDated) => {
  const store = await serve(file, inRanges('"in-store"'));
  const named = inRanges('"version"', { link: linkTo(store.url, 'in-store', seconds) });
  const library = await serve(file, (request, response, bytes) => {
    response.sendDate = isDated;
    named(request, response, bytes);
  });
  const loader = createRangeLoader(library.url);
  await loader.start();
  await expectChunk(loader, 2);
  expect([library.asked, store.asked]).toEqual([ranges(0, 2), []]);
});

test('links that are no address of the same bytes are passed over', async () => {
  const until = `until=${began / 1000 + 300}`;
  for (const link of [
    '',
    '<https://store.test/a>; rel="preload"',
    `<javascript:alert(1)>; rel="duplicate"; etag="a"; ${until}`,
    `</relative>; rel="duplicate"; etag="a"; ${until}`,
    '<https://store.test/a>; rel="duplicate"',
  ]) {
    const library = await serve(file, inRanges('"version"', { link }));
    const loader = createRangeLoader(library.url);
    await loader.start();
    await expectChunk(loader, 2);
    expect([link, library.asked]).toEqual([link, ranges(0, 2)]);
  }
});
