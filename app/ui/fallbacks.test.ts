import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeParameters } from '#contract/address-parameters.ts';
import { fallbacks } from './fallbacks.ts';

/** Makes the same call to the fallback and to Node's own function. */
function callBoth(owner: object, name: string, self: unknown, parts: unknown[]): { fallback: unknown; own: unknown } {
  const brought = Object.assign({}, ...Object.values(fallbacks)) as Record<string, (...parts: unknown[]) => unknown>;
  const run = (call: ((...parts: unknown[]) => unknown) | undefined) => {
    try {
      return call?.apply(self, parts);
    } catch (error) {
      return error instanceof RangeError ? 'RangeError' : error;
    }
  };
  const own = (owner as Record<string, (...parts: unknown[]) => unknown>)[name];
  expect([own === undefined, own === brought[name]], name).toEqual([false, false]);
  return { fallback: run(brought[name]), own: run(own) };
}

const lists = fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 6 });
const places = fc.integer({ min: -8, max: 8 });
const texts = fc.string({ unit: fc.constantFrom('a', '२', '\uD800', '\uDC00', '😀', '\0'), maxLength: 6 });

test('the fallbacks of lists and texts return the same as the functions of the browser', () => {
  const cases: [owner: object, name: string, self: fc.Arbitrary<unknown>, parts: fc.Arbitrary<unknown[]>][] = [
    [Array.prototype, 'toSorted', lists, fc.constantFrom([], [(one: number, other: number) => other - one])],
    [Array.prototype, 'toReversed', lists, fc.constant([])],
    [Array.prototype, 'toSpliced', lists, fc.tuple(places, places, places)],
    [Array.prototype, 'with', lists, fc.tuple(places, fc.integer())],
    [String.prototype, 'isWellFormed', texts, fc.constant([])],
    [String.prototype, 'toWellFormed', texts, fc.constant([])],
    [
      Map,
      'groupBy',
      fc.constant(Map),
      fc.tuple(
        lists,
        fc.constant((each: number) => each % 3),
      ),
    ],
    [URL, 'canParse', fc.constant(URL), fc.constantFrom(['https://a.test/'], ['a'], ['a', 'https://b.test'], ['//'])],
  ];
  for (const [owner, name, self, parts] of cases)
    fc.assert(
      fc.property(self, parts, (one, others) => {
        const before = structuredClone(Array.isArray(one) ? one : null);
        const { fallback, own } = callBoth(owner, name, one, others);
        expect(fallback, name).toEqual(own);
        expect(before ?? one).toEqual(one);
      }),
      { numRuns: 50 },
    );
});

test('a promise with its resolvers settles as they are called', async () => {
  const { withResolvers } = fallbacks.Promise;
  const one = withResolvers.call(Promise) as PromiseWithResolvers<number>;
  const other = withResolvers.call(Promise) as PromiseWithResolvers<number>;
  one.resolve(1);
  other.reject(new Error('no'));
  expect(await one.promise).toBe(1);
  await expect(other.promise).rejects.toThrow('no');
});

test('a combined signal aborts with the first of its signals and its reason, even if that aborted before', () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const either = fallbacks.AbortSignal.any([first.signal, second.signal]);
  expect(either.aborted).toBe(false);
  second.abort('second');
  first.abort('first');
  expect([either.aborted, either.reason]).toEqual([true, 'second']);
  expect(fallbacks.AbortSignal.any([AbortSignal.abort('before'), new AbortController().signal]).reason).toBe('before');
  expect(fallbacks.AbortSignal.any([]).aborted).toBe(false);
});

test('bytes are read from responses, blobs and buffers of another length', async () => {
  const bytes = Uint8Array.of(1, 2, 3);
  expect(await fallbacks['Response.prototype'].bytes.call(new Response(bytes))).toEqual(bytes);
  expect(await fallbacks['Blob.prototype'].bytes.call(new Blob([bytes]))).toEqual(bytes);
  for (const length of [0, 2, 3, 5]) {
    const moved = fallbacks['ArrayBuffer.prototype'].transferToFixedLength.call(bytes.buffer, length);
    expect(moved).toEqual(bytes.slice().buffer.transferToFixedLength(length));
  }
});

test('a stream is read in a loop, and cancelled when the loop ends early', async () => {
  let reason: unknown = 'not cancelled';
  const open = () =>
    new ReadableStream<number>({
      pull: (controller) => controller.enqueue(7),
      cancel: (why) => void (reason = why),
    });
  const read = fallbacks['ReadableStream.prototype'][Symbol.asyncIterator];
  const stream = open();
  for await (const each of read.call(stream)) {
    expect(each).toBe(7);
    break;
  }
  expect([reason, stream.locked]).toEqual([undefined, false]);
  const ended = new ReadableStream({
    start(controller) {
      controller.enqueue('a');
      controller.close();
    },
  });
  const parts: unknown[] = [];
  for await (const each of read.call(ended)) parts.push(each);
  expect(parts).toEqual(['a']);
});

test("every address with a query is written even if the browser's URLSearchParams has no `size`", () => {
  const size = Object.getOwnPropertyDescriptor(URLSearchParams.prototype, 'size');
  if (!size) throw new Error('Node has it');
  Reflect.deleteProperty(URLSearchParams.prototype, 'size');
  try {
    expect([writeParameters({ q: 'a' }), writeParameters({})]).toEqual(['?q=a', '']);
  } finally {
    Object.defineProperty(URLSearchParams.prototype, 'size', size);
  }
});
