import { expect, test } from 'vitest';
import { yearAt } from './year-at.ts';

const at = (moment: string, timeZone: string) => yearAt(timeZone, Date.parse(moment));

test('the year of a moment is the year in the time zone, even in the hours in which years differ', () => {
  expect(at('2026-07-01T00:00:00Z', 'Asia/Kathmandu')).toBe(2026);
  expect(at('2026-12-31T18:14:59Z', 'Asia/Kathmandu')).toBe(2026);
  expect(at('2026-12-31T18:15:00Z', 'Asia/Kathmandu')).toBe(2027);
  expect(at('2027-01-01T04:59:59Z', 'America/New_York')).toBe(2026);
  expect(at('2027-01-01T05:00:00Z', 'America/New_York')).toBe(2027);
});

test('the time zone is only used around the new year', () => {
  expect(at('2026-07-01T00:00:00Z', 'not a zone')).toBe(2026);
  expect(() => at('2026-12-31T12:00:00Z', 'not a zone')).toThrow(RangeError);
});
