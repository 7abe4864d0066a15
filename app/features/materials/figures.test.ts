import { expect, test } from 'vitest';
import {
  describeFile,
  formatDay,
  formatKilobytes,
  formatMonth,
  formatPart,
  formatProgress,
  formatSize,
} from './figures.ts';

test('a late evening in UTC belongs to the next month in Kathmandu', () => {
  expect(formatMonth('2026-02-28T20:00:00.000+00:00', 'Asia/Kathmandu')).toBe('March 2026');
  expect(formatMonth('2026-02-28T20:00:00.000+00:00', 'UTC')).toBe('February 2026');
});

test('the name of the month is written out', () => {
  expect(formatDay('2026-03-04T05:06:07.089+00:00', 'Asia/Kathmandu')).toBe('March 4, 2026');
});

test('a size is given in the unit that makes it short', () => {
  expect(formatSize(1)).toBe('1 KB');
  expect(formatSize(38 * 1024 ** 3)).toBe('38 GB');
  expect(formatSize(831_488)).toBe('812 KB');
  expect(formatSize(2_500_000)).toBe('2.4 MB');
  expect(formatSize(41_943_040)).toBe('40 MB');
});

test('a file is described by its type, its number of pages if known, and its size', () => {
  const file = { fileType: 'application/pdf', fileSize: 831_488 };
  expect(describeFile({ ...file, pageCount: 12 })).toBe('PDF, 12 pages, 812 KB');
  expect(describeFile({ ...file, pageCount: 1 })).toBe('PDF, 1 page, 812 KB');
  expect(describeFile({ ...file, pageCount: null })).toBe('PDF, 812 KB');
  expect(describeFile({ fileType: 'text/html', fileSize: 9000, pageCount: null })).toBe('Web page, 9 KB');
});

test('sizes are shown in whole kilobytes', () => {
  expect(formatKilobytes(10)).toBe('1 KB');
  expect(formatKilobytes(5 * 1024 * 1024)).toBe('5,120 KB');
});

test('progress is shown in the unit that suits the whole file', () => {
  const kilobyte = 1024;
  const megabyte = 1024 * kilobyte;
  expect(formatProgress(0, 412 * kilobyte)).toBe('0 KB of 412 KB');
  expect(formatProgress(206 * kilobyte, 412 * kilobyte)).toBe('206 KB of 412 KB');
  expect(formatProgress(412.4 * kilobyte, 412.4 * kilobyte)).toBe('412 KB of 412 KB');
  expect(formatProgress(3.5 * megabyte, 40 * megabyte)).toBe('3.5 MB of 40 MB');
});

test('a part of a size has its unit, and is rounded down', () => {
  const megabyte = 1024 * 1024;
  expect(formatPart(0, 9.6 * megabyte)).toBe('0 of 9.6 MB');
  expect(formatPart(3.49 * megabyte, 9.6 * megabyte)).toBe('3.4 of 9.6 MB');
  expect(formatPart(9.64 * megabyte, 9.64 * megabyte)).toBe('9.6 of 9.6 MB');
  expect(formatPart(262_144, 641 * 1024)).toBe('256 of 641 KB');
  expect(formatPart(37.9 * megabyte, 38 * megabyte)).toBe('37 of 38 MB');
});
