import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import { createPageSummary } from './page-summary.ts';
import { createPageTexts } from './page-texts.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const { signal } = new AbortController();
/** Own text is read from the document by pdf.js; here no page can be read. */
const document = { pageCount: 100, withPage: () => Promise.reject(new Error('own text')) } as unknown as PdfDocument;
const line = (text: string) => ({ words: [{ text, box: [0.1, 0.1, 0.1, 0.02], confidence: 90, turn: 0 }] });

/**
 * Starts a server with texts. It records the path of every request; `answer` gives the status and JSON of its response.
 */
async function openTexts(answer: (path: string) => { status?: number; json?: unknown }) {
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    const path = (request.url ?? '').replace('/v1/materials/scan/', '');
    asked.push(path);
    const { status = 200, json = {} } = answer(path);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { fetch } = globalThis;
  // The addresses that a page requests are relative to its origin.
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${address}`, init));
  return {
    asked,
    texts: createPageTexts(document, 'scan', createPageSummary('scan')),
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const allRecognised = (path: string) =>
  path === 'text' ? { json: { recognised: [[1, 100]] } } : { json: { lines: [line(`words of ${path}`)] } };

test('only recognised pages are requested, and the list of them is requested once', async () => {
  using library = await openTexts((path) =>
    path === 'text'
      ? {
          json: {
            recognised: [
              [2, 3],
              [7, 7],
            ],
          },
        }
      : { json: { lines: [line('tree')] } },
  );
  const { asked, texts } = library;
  expect((await texts.read(7, signal)).text).toBe('tree');
  expect(await texts.recognised(4, signal)).toBeNull();
  await expect(texts.read(8, signal)).rejects.toThrow('own text');
  expect(await texts.isRecognised(3, signal)).toBe(true);
  expect(asked).toEqual(['text', 'pages/7/text']);
});

test('the lines of some pages are cached; those used least recently are requested again', async () => {
  using library = await openTexts(allRecognised);
  const { asked, texts } = library;
  for (let page = 1; page <= 24; page += 1) await texts.recognised(page, signal);
  await texts.recognised(1, signal);
  await texts.recognised(25, signal);
  asked.length = 0;
  await texts.recognised(1, signal);
  await texts.recognised(25, signal);
  expect(asked).toEqual([]);
  await texts.recognised(2, signal);
  expect(asked).toEqual(['pages/2/text']);
});

test('a failure is not cached: not of a page, nor of the list of recognised pages', async () => {
  let isBroken = true;
  using library = await openTexts((path) => (isBroken ? { status: 500 } : allRecognised(path)));
  const { texts } = library;
  expect(await texts.recognised(1, signal)).toBeNull();
  isBroken = false;
  expect(await texts.recognised(2, signal)).toHaveLength(1);
  isBroken = true;
  await expect(texts.recognised(3, signal)).rejects.toThrow('status 500');
  isBroken = false;
  expect(await texts.recognised(3, signal)).toHaveLength(1);
});

test('a page keeps the text that it first showed, because highlights and hits are offsets in it', async () => {
  let isBroken = true;
  using library = await openTexts((path) => (isBroken ? { status: 500 } : allRecognised(path)));
  const { texts } = library;
  expect(await texts.recognised(1, signal)).toBeNull();
  isBroken = false;
  expect(await texts.recognised(2, signal)).not.toBeNull();
  expect(await texts.recognised(1, signal)).toBeNull();
});

test('a page without recognised lines has its own text', async () => {
  using library = await openTexts((path) => (path === 'text' ? allRecognised(path) : { json: { lines: null } }));
  expect(await library.texts.recognised(1, signal)).toBeNull();
  await expect(library.texts.read(1, signal)).rejects.toThrow('own text');
  expect(library.asked).toEqual(['text', 'pages/1/text']);
});

test('a request for a page that is no longer wanted is aborted', async () => {
  using library = await openTexts(allRecognised);
  const stop = new AbortController();
  const waiting = library.texts.recognised(1, stop.signal);
  stop.abort();
  await expect(waiting).rejects.toThrow(/aborted/);
});
