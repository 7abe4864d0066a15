import { expect, test } from 'vitest';
import { savePublic } from './save-answers.ts';

const maxBytes = 256 * 1024;
const piece = new Uint8Array(64 * 1024);

/** Returns a response with this number of pieces, which counts those that were read. */
function answerOf(count: number, headers: Record<string, string> = {}) {
  const read = { pieces: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (read.pieces === count) return controller.close();
        read.pieces += 1;
        controller.enqueue(piece);
      },
    },
    { highWaterMark: 0 },
  );
  return { read, response: new Response(body, { headers }) };
}

/** Returns the stored part of a response. */
async function store(response: Response) {
  const { cacheWillUpdate } = savePublic(maxBytes);
  const request = new Request('https://library.test/v1/site');
  return (await cacheWillUpdate?.({ request, response, event: new Event('fetch') as ExtendableEvent })) ?? null;
}

test('a response that fits is stored whole, with the time', async () => {
  const { response } = answerOf(4, { 'content-type': 'text/plain' });
  const stored = await store(response);
  expect((await stored?.arrayBuffer())?.byteLength).toBe(maxBytes);
  expect(stored?.headers.get('content-type')).toBe('text/plain');
  expect(stored?.headers.has('x-saved-at')).toBe(true);
});

test('a response that is too large is only read up to the limit', async () => {
  const unannounced = answerOf(1400);
  expect(await store(unannounced.response)).toBeNull();
  expect(unannounced.read.pieces).toBeLessThanOrEqual(maxBytes / piece.length + 2);
  const announced = answerOf(1400, { 'content-length': String(1400 * piece.length) });
  expect(await store(announced.response)).toBeNull();
  expect(announced.read.pieces).toBe(0);
});
