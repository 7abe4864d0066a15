import { expect, test } from 'vitest';
import { compareNaturally, naturalKey } from './natural-order.ts';

const sorted = (...titles: string[]) => titles.toSorted(compareNaturally);

test('numbers are compared as numbers, at any position in a title', () => {
  expect(sorted('Unit 10', 'Unit 2', 'Unit 1', 'Unit 11')).toEqual(['Unit 1', 'Unit 2', 'Unit 10', 'Unit 11']);
  expect(sorted('Unit 1.10', 'Unit 1.9', 'Unit 1')).toEqual(['Unit 1', 'Unit 1.9', 'Unit 1.10']);
  expect(sorted('10 Graphs', '9 Trees', '10 Algorithms')).toEqual(['9 Trees', '10 Algorithms', '10 Graphs']);
  expect(sorted('Lab 012', 'Lab 3', 'Lab 0')).toEqual(['Lab 0', 'Lab 3', 'Lab 012']);
});

test('digits of Devanagari are digits', () => {
  expect(sorted('एकाइ १०', 'एकाइ २', 'एकाइ 3', 'एकाइ १')).toEqual(['एकाइ १', 'एकाइ २', 'एकाइ 3', 'एकाइ १०']);
});

test('case, accents and repeated spaces make no difference; vowel signs do', () => {
  for (const [one, other] of [
    ['UNIT 2', 'unit 2'],
    ['Économie', 'economie'],
    ['Cafe\u0301', 'Café'],
    ['Unit  2', 'Unit 2'],
    ['Straße', 'STRASSE'],
  ])
    expect(compareNaturally(one ?? '', other ?? '')).toBe(0);
  expect(compareNaturally('कि', 'क')).toBe(1);
});

test('a key pads numbers to the same length, leaves longer ones unchanged, and is never too long for an index', () => {
  expect(naturalKey('Unit 2')).toBe('unit 0000000002');
  expect(naturalKey('000')).toBe('0000000000');
  expect(naturalKey('ISBN 9780262033848000')).toBe('isbn 9780262033848000');
  expect(naturalKey('0012345678901')).toBe('12345678901');
  expect(Array.from(naturalKey('1 '.repeat(127))).length).toBe(500);
  expect(Buffer.byteLength(naturalKey('\u{1F600}'.repeat(127) + '1'))).toBeLessThan(2000);
});
