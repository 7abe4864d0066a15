import { expect, test } from 'vitest';
import { createUnpacker } from '#app/features/import/intake/unpacker.ts';
import { intakeLimits } from '#app/features/import/intake/intake-file.ts';
import { makeRar5, makeSevenZip } from '#test/support/make-archives.ts';
import { startUnpackThread } from './start-unpack-thread.ts';

const limits = { ...intakeLimits, fileBytes: 1000 };
const bytes = Buffer.from('%PDF-1.4');

test('a thread returns the files of an archive, and another one those of the next archive', async () => {
  const unpacker = createUnpacker(startUnpackThread, 1000);
  for (const make of [makeRar5, makeSevenZip]) {
    const archive = new Blob([make([{ name: 'OS.pdf', bytes }])]);
    const { entries, end } = await unpacker.unpack({}, async () => ({ archive, limits }));
    expect(end).toBe('complete');
    expect(await Promise.all(entries.map(({ blob }) => blob?.text()))).toEqual([String(bytes)]);
  }
});

test('bytes that are no archive are reported as damaged, and the thread ends', async () => {
  const unpacker = createUnpacker(startUnpackThread, 1000);
  const archive = new Blob(['nothing']);
  expect(await unpacker.unpack({}, async () => ({ archive, limits }))).toEqual({ entries: [], end: 'damaged' });
});
