import { expect, test } from 'vitest';
import { turnOfPage, turnPageBox, withTurned, type PageTurns } from './page-turns.ts';

const found = (first: number, last: number, degrees: 0 | 90 | 180 | 270) => ({ first, last, degrees, isByHand: false });
const byHand = (first: number, last: number, degrees: 0 | 90 | 180 | 270) => ({ first, last, degrees, isByHand: true });

function turnAll(...all: Parameters<typeof withTurned>[1][]): PageTurns {
  return all.reduce<PageTurns>((turns, next) => withTurned(turns, next), []);
}

test('pages that are rotated alike are one range, and upright pages are none', () => {
  expect(turnAll(found(3, 3, 180), found(1, 1, 180), found(2, 2, 180), found(5, 5, 0))).toEqual([found(1, 3, 180)]);
  expect(turnAll(found(1, 5, 180), found(3, 3, 0))).toEqual([found(1, 2, 180), found(4, 5, 180)]);
  expect(turnAll(found(1, 5, 180), found(2, 3, 90))).toEqual([found(1, 1, 180), found(2, 3, 90), found(4, 5, 180)]);
});

test('a rotation set by hand stays when a page is recognised, even if it is upright', () => {
  expect(turnAll(byHand(2, 3, 0), found(1, 4, 180))).toEqual([found(1, 1, 180), byHand(2, 3, 0), found(4, 4, 180)]);
  expect(turnAll(byHand(1, 9, 90), found(4, 4, 180))).toEqual([byHand(1, 9, 90)]);
  expect(turnAll(byHand(2, 2, 90), byHand(6, 6, 0), found(1, 8, 270))).toEqual([
    found(1, 1, 270),
    byHand(2, 2, 90),
    found(3, 5, 270),
    byHand(6, 6, 0),
    found(7, 8, 270),
  ]);
});

test('setting by hand replaces recognised rotations and those that another user has set', () => {
  expect(turnAll(found(1, 4, 180), byHand(2, 2, 90), byHand(1, 4, 0))).toEqual([byHand(1, 4, 0)]);
});

test('the rotation of a page is the rotation of its range, or 0 without a range', () => {
  const turns = turnAll(found(2, 3, 180), byHand(5, 5, 90));
  expect([1, 2, 3, 4, 5, 6].map((page) => turnOfPage(turns, page))).toEqual([0, 180, 180, 0, 90, 0]);
});

test('four quarter turns of a box are none, and two of them are a half turn', () => {
  const box = [0.1, 0.2, 0.3, 0.05] as const;
  expect(turnPageBox(box, 90)).toEqual([0.75, 0.1, 0.05, 0.3]);
  expect(turnPageBox(turnPageBox(box, 90), 90)).toEqual(turnPageBox(box, 180));
  expect(turnPageBox(turnPageBox(box, 90), 270)).toEqual(box);
  expect(turnPageBox(box, 0)).toEqual(box);
});
