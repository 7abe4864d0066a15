import { expect, test } from 'vitest';
import { createRefusals } from './picture-maker.ts';

test('a picture that timed out is refused alone, after two the file is, and an hour later all are retried', () => {
  let time = 0;
  const refusals = createRefusals({ now: () => time });
  refusals.refusePicture('a', '320-1.webp', 'slow', true);
  expect(refusals.find('a', '320-1.webp')).toBe('slow');
  expect(refusals.find('a', '320-2.webp')).toBeNull();
  refusals.refusePicture('a', '320-2.webp', 'slow', true);
  expect(refusals.find('a', '320-3.webp')).toBe('slow');
  time = 60 * 60 * 1000;
  expect(refusals.find('a', '320-1.webp')).toBeNull();
});

test('damaged pages do not refuse other pages', () => {
  const refusals = createRefusals();
  for (let page = 1; page < 200; page += 1) refusals.refusePicture('a', `320-${page}.webp`, 'damaged', false);
  expect(refusals.find('a', '320-7.webp')).toBe('damaged');
  expect(refusals.find('a', '320-200.webp')).toBeNull();
});

test('beyond two thousand files the one that was refused first is evicted', () => {
  const refusals = createRefusals();
  for (let file = 0; file <= 2000; file += 1) refusals.refuseFile(`${file}`, 'locked');
  expect([refusals.find('0', 'any'), refusals.find('1', 'any'), refusals.find('2000', 'any')]).toEqual([
    null,
    'locked',
    'locked',
  ]);
});
