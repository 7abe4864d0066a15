import { expect, test } from 'vitest';
import type { UnpackRequest } from './unpack-archive.ts';
import { createUnpacker, type StartUnpacking } from './unpacker.ts';

const limits = { entries: 1, archiveBytes: 1, unpackedBytes: 1, fileBytes: 1, innerArchiveBytes: 1 };
const request: UnpackRequest = { archive: new Blob(), limits };

/** Counts threads; each replies with one file of ten bytes. */
function countThreads() {
  const count = { started: 0, running: 0 };
  const start: StartUnpacking = (_, onReply) => {
    count.started += 1;
    count.running += 1;
    queueMicrotask(() => {
      const entry = {
        name: new Uint8Array(),
        sizeBytes: 10,
        isLink: false,
        blob: new Blob(['x'.repeat(10)]),
        fault: null,
      };
      onReply({ entry });
      onReply({ end: 'complete' });
    });
    return () => void (count.running -= 1);
  };
  return { count, start };
}

test('archives are cached up to the limit, and the one unused longest is unpacked again', async () => {
  const { count, start } = countThreads();
  const unpacker = createUnpacker(start, 20);
  const [one, two, three] = [{}, {}, {}];
  const take = (key: object) => unpacker.unpack(key, async () => request);
  expect((await take(one)).entries).toHaveLength(1);
  await take(two);
  await take(one);
  expect(count.started).toBe(2);
  await take(three);
  await take(one);
  expect(count.started).toBe(3);
  await take(two);
  expect(count).toEqual({ started: 4, running: 0 });
});

test('an archive larger than the cache is unpacked, and cached until the next one', async () => {
  const { count, start } = countThreads();
  const unpacker = createUnpacker(start, 5);
  const key = {};
  await unpacker.unpack(key, async () => request);
  await unpacker.unpack(key, async () => request);
  expect(count.started).toBe(1);
});

test('a thread that does not reply in time is ended, and the next archive is unpacked', async () => {
  const { count, start } = countThreads();
  let isFirst = true;
  const unpacker = createUnpacker(
    (...all) => {
      if (!isFirst) return start(...all);
      isFirst = false;
      count.running += 1;
      return () => void (count.running -= 1);
    },
    20,
    1,
  );
  const slow = unpacker.unpack({}, async () => request);
  const next = unpacker.unpack({}, async () => request);
  expect(await slow).toEqual({ entries: [], end: 'slow' });
  expect((await next).end).toBe('complete');
  expect(count.running).toBe(0);
});
