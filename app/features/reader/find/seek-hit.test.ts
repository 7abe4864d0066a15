import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { countHits, ordinalOf, outwardFrom, seekHit, type Hit } from './seek-hit.ts';

/** Five pages: page 2 has hits at 10 and 20, page 4 has one at 5. */
const hits = new Map([
  [1, new Uint32Array()],
  [2, Uint32Array.of(10, 13, 20, 23)],
  [3, new Uint32Array()],
  [4, Uint32Array.of(5, 8)],
  [5, new Uint32Array()],
]);
const from = (page: number, offset = 0, isInclusive = true) => ({ page, offset, isInclusive });

test('the next hit is the nearest one after the position, else the first of the document', () => {
  expect(seekHit(hits, 5, from(1), 1)).toEqual({ page: 2, index: 0 });
  expect(seekHit(hits, 5, from(2, 10, false), 1)).toEqual({ page: 2, index: 1 });
  expect(seekHit(hits, 5, from(2, 20, false), 1)).toEqual({ page: 4, index: 0 });
  expect(seekHit(hits, 5, from(4, 5, false), 1)).toEqual({ page: 2, index: 0 });
});

test('the previous hit is the nearest one before the position, else the last of the document', () => {
  expect(seekHit(hits, 5, from(4, 5, false), -1)).toEqual({ page: 2, index: 1 });
  expect(seekHit(hits, 5, from(2, 10, false), -1)).toEqual({ page: 4, index: 0 });
});

test('the only hit is its own next and previous', () => {
  const one = new Map([[1, Uint32Array.of(4, 6)]]);
  expect(seekHit(one, 1, from(1, 4, false), 1)).toEqual({ page: 1, index: 0 });
  expect(seekHit(one, 1, from(1, 4, false), -1)).toEqual({ page: 1, index: 0 });
});

test('a page that is not read yet is awaited, not skipped', () => {
  const read = new Map([...hits].filter(([page]) => page !== 3));
  expect(seekHit(read, 5, from(2, 20, false), 1)).toBe('unread');
  expect(seekHit(read, 5, from(2, 10, false), 1)).toEqual({ page: 2, index: 1 });
});

test('without hits there is no next one', () => {
  const none = new Map([1, 2].map((page) => [page, new Uint32Array()]));
  expect(seekHit(none, 2, from(2), 1)).toBeNull();
});

test('hits are counted over all pages, and each has its number', () => {
  expect(countHits(hits)).toBe(3);
  expect(ordinalOf(hits, { page: 2, index: 1 })).toBe(2);
  expect(ordinalOf(hits, { page: 4, index: 0 })).toBe(3);
});

test('going from hit to hit visits each once and ends where it started', () => {
  const someHits = fc.array(fc.uniqueArray(fc.nat(50), { maxLength: 4 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(someHits, fc.constantFrom<1 | -1>(1, -1), (starts, direction) => {
      const byPage = new Map(
        starts.map((each, page) => [
          page + 1,
          Uint32Array.from(each.toSorted((a, b) => a - b).flatMap((at) => [at, at + 1])),
        ]),
      );
      const count = countHits(byPage);
      const first = seekHit(byPage, byPage.size, from(1), direction);
      fc.pre(count > 0);
      const met = new Set<number>();
      let hit = first as Hit;
      for (let step = 0; step < count; step += 1) {
        met.add(ordinalOf(byPage, hit));
        const offset = byPage.get(hit.page)?.[hit.index * 2] ?? Number.NaN;
        hit = seekHit(byPage, byPage.size, from(hit.page, offset, false), direction) as Hit;
      }
      expect(met.size).toBe(count);
      expect(hit).toEqual(first);
    }),
  );
});

test('pages are read from the current one outward', () => {
  expect(outwardFrom(2, 5)).toEqual([2, 3, 1, 4, 5]);
  expect(outwardFrom(1, 1)).toEqual([1]);
});
