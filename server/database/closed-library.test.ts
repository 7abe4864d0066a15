import { expect, test } from 'vitest';
import { describeClosed, mayWrite, readClosedMark, type ClosedMark } from './closed-library.ts';

const mark: ClosedMark = {
  state: 'moved',
  since: '2026-11-25T10:00:00.000Z',
  to: 'the store library',
  filesBefore: 'disk',
  filesAfter: 'store',
};

test('a library without a mark is open, and one whose files were moved is open for servers with the new store', () => {
  expect([mayWrite(null, 'disk'), describeClosed(null, 'disk')]).toEqual([true, null]);
  const stored = JSON.stringify(mark);
  expect(readClosedMark(stored)).toEqual(mark);
  expect([mayWrite(stored, 'store'), describeClosed(stored, 'store')]).toEqual([true, null]);
  expect(mayWrite(stored, 'disk')).toBe(false);
  expect(describeClosed(stored, 'disk')).toContain('was moved to the store library (2026-11-25T10:00:00.000Z)');
});

test('a library that is being moved can be read where it is, and nobody may write', () => {
  const stored = JSON.stringify({ ...mark, state: 'moving' });
  expect([mayWrite(stored, 'disk'), mayWrite(stored, 'store')]).toEqual([false, false]);
  expect(describeClosed(stored, 'disk')).toBeNull();
  expect(describeClosed(stored, 'store')).toContain('is being moved to the store library');
});

test.for([
  '',
  '{',
  'null',
  '[]',
  '"moved"',
  ...Object.keys(mark).map((name) => JSON.stringify({ ...mark, [name]: undefined })),
  ...Object.keys(mark).map((name) => JSON.stringify({ ...mark, [name]: 1 })),
  JSON.stringify({ ...mark, state: 'open' }),
])('a mark that cannot be read counts as one of a move: %s', (stored) => {
  expect(readClosedMark(stored)).toMatchObject({ state: 'moving', since: 'an unknown moment' });
  expect(['disk', 'store', ''].map((place) => mayWrite(stored, place))).toEqual([false, false, false]);
});
