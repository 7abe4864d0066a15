import { expect, test } from 'vitest';
import { describeClosed, readClosedMark, type ClosedMark } from './closed-library.ts';

const mark: ClosedMark = { state: 'moved', since: '2026-11-25T10:00:00.000Z', to: 'the store library' };

test('allows a start on a library that is unmarked or being moved, but not on a moved one', () => {
  expect([readClosedMark(null), describeClosed(null)]).toEqual([null, null]);
  const moving = JSON.stringify({ ...mark, state: 'moving' });
  expect([readClosedMark(moving), describeClosed(moving)]).toEqual([{ ...mark, state: 'moving' }, null]);
  const moved = JSON.stringify(mark);
  expect(readClosedMark(moved)).toEqual(mark);
  expect(describeClosed(moved)).toContain('was moved to the store library (2026-11-25T10:00:00.000Z)');
});

test('treats records as open if an older release moved only their files', () => {
  const old = { ...mark, filesBefore: 'disk', filesAfter: 'store' };
  expect(readClosedMark(JSON.stringify(old))).toBeNull();
  expect(readClosedMark(JSON.stringify({ ...old, filesAfter: null }))).toMatchObject(mark);
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
])('treats an unreadable mark as a move in progress: %s', (stored) => {
  expect(readClosedMark(stored)).toMatchObject({ state: 'moving', since: 'an unknown time' });
});
