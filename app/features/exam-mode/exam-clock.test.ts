import { expect, test } from 'vitest';
import { keepClock, pauseClock, readClock, resumeClock, startClock, timeLeft, writeClock } from './exam-clock.ts';

const minute = 60_000;

function clockOf(totalMs: number, now: number) {
  return startClock({ materialId: 'paper', totalMs, hidesMarks: true }, now);
}

test('a clock runs, stands still while it is paused, and ends at zero', () => {
  const started = clockOf(10 * minute, 1000);
  expect(timeLeft(started, 1000 + 4 * minute)).toBe(6 * minute);
  const paused = pauseClock(started, 1000 + 4 * minute);
  expect(timeLeft(paused, 1000 + 90 * minute)).toBe(6 * minute);
  const resumed = resumeClock(paused, 1000 + 90 * minute);
  expect(timeLeft(resumed, 1000 + 95 * minute)).toBe(minute);
  expect(timeLeft(resumed, 1000 + 97 * minute)).toBe(0);
});

test('a device whose clock is put back gives no time', () => {
  const started = clockOf(10 * minute, 50 * minute);
  expect(timeLeft(started, 20 * minute)).toBe(10 * minute);
});

test('times have hours, minutes and seconds, and the last second is shown as one', () => {
  expect([3 * 60 * minute, 61_001, 1000, 1, 0].map(writeClock)).toEqual([
    '3:00:00',
    '0:01:02',
    '0:00:01',
    '0:00:01',
    '0:00:00',
  ]);
});

test('a stored clock belongs to its paper, and a damaged one is none', () => {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  };
  const clock = clockOf(minute, 5);
  keepClock(clock, storage);
  expect(readClock('paper', storage)).toEqual(clock);
  expect(readClock('another', storage)).toBeNull();
  for (const damaged of [
    '{',
    'null',
    '[]',
    '{"materialId":"paper","totalMs":"x","leftMs":1}',
    '{"materialId":"paper"}',
    '{"materialId":"paper","totalMs":1,"leftMs":2}',
    '{"materialId":"paper","totalMs":39540001,"leftMs":2}',
  ]) {
    items.set('exam-clock', damaged);
    expect(readClock('paper', storage)).toBeNull();
  }
  keepClock(null, storage);
  expect(items.size).toBe(0);
});
