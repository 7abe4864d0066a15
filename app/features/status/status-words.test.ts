import { expect, test } from 'vitest';
import { formatTime } from '#app/features/materials/figures.ts';
import { explainBackup, explainDisk, explainReading } from './status-words.ts';

const gigabyte = 1024 ** 3;

test('a disk with less than a tenth free, and less than 20 GB, is reported as nearly full', () => {
  expect(explainDisk({ freeBytes: 3 * gigabyte, totalBytes: 40 * gigabyte }).warning).toContain('nearly full');
  expect(explainDisk({ freeBytes: 5 * gigabyte, totalBytes: 40 * gigabyte })).toEqual({
    text: '5 GB of 40 GB',
    warning: null,
  });
  expect(explainDisk({ freeBytes: 30 * gigabyte, totalBytes: 4000 * gigabyte }).warning).toBeNull();
  expect(explainDisk(null)).toEqual({ text: 'unknown', warning: null });
});

test('a time is given in the time zone of the library', () => {
  expect(formatTime('2026-03-04T03:56:00.000+00:00', 'Asia/Kathmandu')).toBe('March 4, 2026 at 09:41');
});

test('a library without a backup, or with a failed one, gets a warning', () => {
  const lastAt = '2026-03-04T03:56:00.000+00:00';
  expect(explainBackup({ isDaily: false, lastAt: null, hasFailed: false })).toContain('no backup yet');
  expect(explainBackup({ isDaily: true, lastAt: null, hasFailed: false })).toContain('first backup');
  expect(explainBackup({ isDaily: true, lastAt, hasFailed: true })).toContain('failed');
  expect(explainBackup({ isDaily: false, lastAt, hasFailed: false })).toContain('BACKUP_TO');
  expect(explainBackup({ isDaily: true, lastAt, hasFailed: false })).toBeNull();
});

test("a library that can't extract text from scans, or from all files, shows the reason", () => {
  expect(explainReading({ recognition: 'on', trouble: null })).toBeNull();
  expect(explainReading({ recognition: 'off', trouble: null })).toContain('OCR_LANGUAGES');
  expect(explainReading({ recognition: 'unavailable', trouble: 'sharp could not be loaded' })).toBe(
    'Scanned pages are waiting: sharp could not be loaded. Retried automatically.',
  );
  expect(explainReading({ recognition: 'on', trouble: 'the disk is nearly full' })).toBe(
    'Text extraction is paused: the disk is nearly full. Retried automatically.',
  );
});
