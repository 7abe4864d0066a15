import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { fileRecord } from '#test/support/file-record.ts';
import { allOf } from '#test/support/all-of.ts';
import { Problem } from '#contract/problems.ts';
import type { FileRecord } from '#server/engines/database/database.ts';
import { openDisk } from '#server/engines/storage/disk.ts';
import { hideSharp } from '#test/support/hide-sharp.ts';
import { makePdf } from '#test/support/documents.ts';
import { shareWorker } from '#test/support/shared-workers.ts';
import {
  makeBombPdf,
  makeEndlessPdf,
  makeHugePng,
  makePhotograph,
  tellsOfItself,
} from '#test/support/hostile-files.ts';
import { pictureLimits } from './picture-capacity.ts';
import { createPictureService } from './picture-service.ts';
import type { WorkerLimits } from '#server/machinery/processes/worker-process.ts';
import { casesOf, isOnlyInSweep } from '#test/support/sweeps.ts';

const log = pino({ level: 'silent' });

test('a page of a PDF becomes a picture of the next larger width', async () => {
  await using studio = await openStudio();
  const file = await studio.store('a1', makePdf([['First page'], ['Second page']]));
  const first = await studio.pictures.picture(file, { width: 200, page: 1, format: 'webp' });
  expect(first).toMatchObject({ mediaType: 'image/webp', etag: `${file.sha256}-320-1.webp` });
  const made = await readFile(first.path);
  expect(made.length).toBe(first.sizeBytes);
  expect(await sharp(made).metadata()).toMatchObject({ format: 'webp', width: 320 });
  const second = await studio.pictures.picture(file, { width: 200, page: 2, format: 'webp' });
  expect((await readFile(second.path)).equals(made)).toBe(false);
  const large = await studio.pictures.picture(file, { width: 9999, page: 1, format: 'png' });
  expect(await sharp(large.path).metadata()).toMatchObject({ format: 'png', width: 2560, hasAlpha: false });
  const { dominant } = await sharp(large.path).stats();
  expect(dominant).toMatchObject({ r: 248, g: 248, b: 248 });
});

test('an image becomes a picture in each format, upright and never enlarged', async () => {
  await using studio = await openStudio();
  const wide = sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } });
  const file = await studio.store(
    'a1',
    await wide.clone().jpeg().withMetadata({ orientation: 6 }).toBuffer(),
    'image/jpeg',
  );
  for (const format of ['webp', 'jpeg', 'png', 'avif'] as const) {
    const picture = await studio.pictures.picture(file, { width: 640, page: 1, format });
    expect(await sharp(picture.path).metadata()).toMatchObject({
      width: 300,
      height: 400,
      format: format === 'avif' ? 'heif' : format,
    });
  }
  for (const format of ['png', 'webp', 'gif', 'avif'] as const) {
    const other = await studio.store(format, await wide.clone().toFormat(format).toBuffer(), `image/${format}`);
    const picture = await studio.pictures.picture(other, { width: 160, page: 1, format: 'webp' });
    expect(await sharp(picture.path).metadata()).toMatchObject({ width: 160, height: 120 });
  }
});

const longKinds = casesOf('documents', ['pdf', 'image'], (kind) => kind === 'pdf');

test.skipIf(isOnlyInSweep('documents')).each(longKinds)(
  'a very long %s becomes a smaller picture of the same shape, in each format',
  async (kind) => {
    await using studio = await openStudio();
    const file =
      kind === 'pdf'
        ? await studio.store('a1', makePdf([['Top of the page']], { height: 14_400 }))
        : await studio.store(
            'a1',
            await sharp({ create: { width: 700, height: 17_000, channels: 3, background: 'teal' } })
              .png()
              .toBuffer(),
            'image/png',
          );
    for (const format of ['webp', 'jpeg', 'avif'] as const) {
      const picture = await studio.pictures.picture(file, { width: 1280, page: 1, format });
      const { width, height } = await sharp(picture.path).metadata();
      expect(height).toBeLessThanOrEqual(8000);
      expect(height / width).toBeCloseTo(kind === 'pdf' ? 14_400 / 595 : 17_000 / 700, 0);
    }
  },
);

test.skipIf(isOnlyInSweep('faults'))(
  'while sharp cannot be loaded, pictures are refused temporarily and no file is recorded as faulty',
  async () => {
    await using studio = await openStudio({ hasOwnWorkers: true });
    const file = await studio.store('a1', makePdf([['First page']]));
    const options = { width: 200, page: 1, format: 'webp' } as const;
    const hidden = hideSharp();
    try {
      await expect(studio.pictures.picture(file, options)).rejects.toMatchObject({
        type: 'general_service_unavailable',
      });
    } finally {
      hidden[Symbol.dispose]();
    }
    expect(await studio.pictures.picture(file, options)).toMatchObject({ mediaType: 'image/webp' });
  },
);

test('a picture for link previews is cropped from the top to its shape, and nothing is enlarged', async () => {
  await using studio = await openStudio();
  const page = await studio.store('a1', makePdf([['First page']]));
  const image = async (id: string, width: number, height: number) => {
    const picture = sharp({ create: { width, height, channels: 3, background: 'teal' } });
    return studio.store(id, await picture.jpeg().withMetadata({ orientation: 6 }).toBuffer(), 'image/jpeg');
  };
  const large = await image('a2', 1000, 2000);
  const wide = await image('a3', 100, 300);
  const narrow = await image('a4', 900, 200);
  for (const [file, width, height] of [
    [page, 640, 336],
    [large, 640, 336],
    [wide, 190, 100],
    [narrow, 200, 105],
  ] as const) {
    const picture = await studio.pictures.picture(file, { width: 640, shape: 'sharing', page: 1, format: 'jpeg' });
    expect(await sharp(picture.path).metadata()).toMatchObject({ format: 'jpeg', width, height });
    expect(picture.etag).toBe(`${file.sha256}-640x336-1.jpeg`);
  }
});

test('the same picture requested many times simultaneously is made once, and then served from the cache', async () => {
  await using studio = await openStudio();
  const file = await studio.store('a1', makePdf([['One']]));
  const ask = () => studio.pictures.picture(file, { width: 320, page: 1, format: 'webp' });
  const pictures = await Promise.all(Array.from({ length: 100 }, ask));
  expect(new Set(pictures.map((picture) => picture.path)).size).toBe(1);
  await studio.storage.remove('a1');
  expect(await ask()).toEqual(pictures[0]);
  await studio.pictures.forget(file.sha256);
  expect(await refusal(ask())).toBe('storage_file_not_found');
});

test('a page that the file does not have is refused', async () => {
  await using studio = await openStudio();
  const counted = { ...(await studio.store('a1', makePdf([['One']]))), pageCount: 1 };
  const uncounted = { ...counted, pageCount: null };
  expect(await refusal(studio.pictures.picture(counted, { width: 320, page: 2, format: 'webp' }))).toBe(
    'general_argument_invalid',
  );
  expect(await refusal(studio.pictures.picture(uncounted, { width: 320, page: 2, format: 'webp' }))).toBe(
    'general_argument_invalid',
  );
  expect(await refusal(studio.pictures.picture(counted, { width: 320, page: 0, format: 'webp' }))).toBe(
    'general_argument_invalid',
  );
});

test('locked, damaged and unsupported files are refused, and not tried again', async () => {
  await using studio = await openStudio();
  const locked = await studio.store('locked', await readFile('test/fixtures/locked.pdf'));
  const damaged = await studio.store('damaged', Buffer.from('%PDF-1.7\nrubbish'));
  const noise = await studio.store('noise', randomBytes(1000), 'image/png');
  const page = await studio.store('page', Buffer.from('<p>'), 'text/html');
  const ask = (file: FileRecord) => refusal(studio.pictures.picture(file, { width: 320, page: 1, format: 'webp' }));
  for (const file of [locked, damaged, noise, page])
    expect(await ask(file)).toBe('storage_bucket_transformations_disabled');
  await studio.storage.remove('locked');
  expect(await ask(locked)).toBe('storage_bucket_transformations_disabled');
  // The whole file is refused, not only the picture that was requested, and the reason is the password.
  const other = studio.pictures.picture(locked, { width: 640, page: 2, format: 'webp' });
  await expect(other).rejects.toThrow('This file cannot be shown as a picture: it needs a password.');
});

test('an inspection reports pages, locks and damage and never throws', async () => {
  await using studio = await openStudio();
  await studio.store('three', makePdf([['1'], ['2'], ['3']]));
  await studio.store('locked', await readFile('test/fixtures/locked.pdf'));
  await studio.store('damaged', Buffer.from('%PDF-1.7\nrubbish'));
  await studio.store(
    'image',
    await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  );
  expect(await studio.pictures.inspect('three')).toEqual({ state: 'fine', pageCount: 3 });
  expect(await studio.pictures.inspect('locked')).toEqual({ state: 'locked' });
  expect(await studio.pictures.inspect('damaged')).toEqual({ state: 'damaged' });
  expect(await studio.pictures.inspect('image')).toEqual({ state: 'fine', pageCount: 1 });
  expect(await studio.pictures.inspect('none')).toEqual({ state: 'unknown' });
});

test('an SVG named as a picture is not read, because it may refer to other files', async () => {
  await using studio = await openStudio();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  await studio.store('svg', Buffer.from(svg), 'image/png');
  expect(await studio.pictures.inspect('svg')).toEqual({ state: 'damaged' });
});

test('a job that exceeds its time or memory is ended, and the next job runs', async () => {
  const pdf = makePdf([['One']]);
  await using slow = await openStudio({ limits: { ...pictureLimits, jobMs: 1 } });
  const file = await slow.store('a1', pdf);
  expect(await refusal(slow.pictures.picture(file, { width: 320, page: 1, format: 'webp' }))).toBe(
    'storage_bucket_transformations_disabled',
  );
  expect(await slow.pictures.inspect('a1')).toEqual({ state: 'slow' });
  await using small = await openStudio({ limits: { ...pictureLimits, maxResidentBytes: 1024 * 1024 } });
  await small.store('a1', pdf);
  expect(await small.pictures.inspect('a1')).toEqual({ state: 'unknown' });
  expect(await small.pictures.inspect('a1')).toEqual({ state: 'unknown' });
  await using usual = await openStudio();
  await usual.store('a1', pdf);
  expect(await usual.pictures.inspect('a1')).toEqual({ state: 'fine', pageCount: 1 });
});

test('when too many pictures of a file are queued, the next one is refused with Retry-After', async () => {
  await using studio = await openStudio();
  const file = {
    ...(await studio.store('a1', makePdf(Array.from({ length: 80 }, (_, page) => [`${page}`])))),
    pageCount: 80,
  };
  const asked = Array.from({ length: 80 }, (_, index) =>
    refusal(studio.pictures.picture(file, { width: 160, page: index + 1, format: 'webp' })),
  );
  const outcomes = await Promise.all(asked);
  const refused = outcomes.filter((outcome) => outcome === 'general_service_unavailable').length;
  expect([refused, outcomes.filter((outcome) => outcome === null).length]).toEqual([55, 25]);
});

test('the cache stays within its limit and survives a restart', async () => {
  await using studio = await openStudio();
  const file = { ...(await studio.store('a1', makePdf([['1'], ['2'], ['3'], ['4'], ['5'], ['6']]))), pageCount: 6 };
  const options = { width: 160, format: 'png' } as const;
  const first = await studio.pictures.picture(file, { ...options, page: 1 });
  const maxCacheBytes = (first.sizeBytes + 4096) * 4;
  await studio.pictures.close();
  const { storage, directory } = studio;
  const next = createPictureService({ storage, directory, log, maxCacheBytes, openWorker: shareWorker });
  for (const page of [2, 3, 1, 4, 5]) await next.picture(file, { ...options, page });
  await next.close();
  const remaining = await readdir(path.join(studio.directory, file.sha256));
  expect(remaining.length).toBeLessThanOrEqual(4);
  expect(remaining).toContain('160-5.png');
  expect(remaining).not.toContain('160-2.png');
  expect(await readdir(path.join(studio.directory, '.making'))).toEqual([]);
});

test.skipIf(isOnlyInSweep('faults'))('a slow PDF delays neither the cover of another book nor an upload', async () => {
  await using studio = await openStudio({ hasOwnWorkers: true });
  const slow = await studio.store('slow', makeEndlessPdf());
  const other = await studio.store('other', makePdf([['One']]));
  const settled: string[] = [];
  const ask = async (name: string, file: FileRecord, options: { width: number; shape?: 'sharing' }) => {
    await refusal(studio.pictures.picture(file, { ...options, page: 1, format: 'webp' }));
    settled.push(name);
  };
  const asked = [ask('slow', slow, { width: 320 }), ask('slow', slow, { width: 640, shape: 'sharing' })];
  await ask('cover', other, { width: 320 });
  expect(await studio.pictures.inspect('other')).toEqual({ state: 'fine', pageCount: 1 });
  expect(settled).toEqual(['cover']);
  await studio.pictures.close();
  await Promise.all(asked);
});

test.skipIf(isOnlyInSweep('faults'))(
  'after two pictures of a file timed out, no other picture of it is tried',
  async () => {
    await using studio = await openStudio({ limits: { ...pictureLimits, jobMs: 1 } });
    const file = { ...(await studio.store('a1', makePdf([['One'], ['Two'], ['Three']]))), pageCount: 3 };
    const ask = (page: number) => refusal(studio.pictures.picture(file, { width: 320, page, format: 'webp' }));
    const refused = 'storage_bucket_transformations_disabled';
    expect([await ask(1), await ask(2)]).toEqual([refused, refused]);
    // If it were tried, the missing file would be noticed.
    await studio.remove('a1');
    expect([await ask(1), await ask(3)]).toEqual([refused, refused]);
  },
);

test('an aborted picture is not made', async () => {
  await using studio = await openStudio({ hasOwnWorkers: true });
  const file = { ...(await studio.store('a1', makePdf([['One'], ['Two'], ['Three']]))), pageCount: 3 };
  const ask = (page: number, signal?: AbortSignal) =>
    refusal(studio.pictures.picture(file, { width: 160, page, format: 'webp' }, signal));
  const left = new AbortController();
  const first = ask(1);
  const leaving = ask(2, left.signal);
  const shared = [ask(3, left.signal), ask(3)];
  // The first waits for its process to start.
  await expect.poll(() => studio.pictures.waiting()).toBe(3);
  left.abort();
  const later = 'general_service_unavailable';
  expect(await Promise.all([first, leaving, ...shared])).toEqual([null, later, later, null]);
  expect((await readdir(path.join(studio.directory, file.sha256))).toSorted()).toEqual(['160-1.webp', '160-3.webp']);
});

test('a picture that timed out in the queue is refused, and made when it is requested again', async () => {
  await using studio = await openStudio({ maxWaitMs: 1 });
  const file = { ...(await studio.store('a1', makePdf([['One'], ['Two']]))), pageCount: 2 };
  const ask = (page: number) => refusal(studio.pictures.picture(file, { width: 160, page, format: 'webp' }));
  expect(await Promise.all([ask(1), ask(2)])).toEqual([null, 'general_service_unavailable']);
  expect(await ask(2)).toBeNull();
});

test('a new file with the id of a deleted one has its own picture, even while the old one is being made', async () => {
  await using studio = await openStudio();
  const options = { width: 320, page: 1, format: 'png' } as const;
  const before = await studio.store('a1', makePdf([['The first file']]));
  const shown = await studio.pictures.picture(before, options);
  await studio.remove('a1');
  const after = await studio.store('a1', makePdf([['Another file']]));
  const other = await studio.pictures.picture(after, options);
  expect((await readFile(other.path)).equals(await readFile(shown.path))).toBe(false);
  // Requested with the old record, when there are already other bytes.
  expect(await refusal(studio.pictures.picture(before, { ...options, width: 640 }))).toBe('storage_file_not_found');
  expect(await readdir(path.join(studio.directory, before.sha256))).toEqual(['320-1.png']);
});

test('pictures are deleted with their file, even those that are being made', async () => {
  await using studio = await openStudio();
  const file = await studio.store('a1', makePdf([['One']]));
  const ask = (width: number) => studio.pictures.picture(file, { width, page: 1, format: 'webp' });
  await ask(160);
  const making = ask(320);
  await studio.pictures.forget(file.sha256);
  await making.catch(() => undefined);
  expect(await allOf(studio.pictures.digests('here'))).toEqual([]);
});

test('the remains of an earlier release or a killed process are deleted at the start, and no other files', async () => {
  await using studio = await openStudio();
  const file = await studio.store('a1', makePdf([['One']]));
  const current = await studio.pictures.picture(file, { width: 160, page: 1, format: 'webp' });
  await studio.pictures.close();
  for (const name of ['a1', '.making/of a killed process']) {
    await mkdir(path.join(studio.directory, name), { recursive: true });
    await writeFile(path.join(studio.directory, name, '320-1.webp'), 'a picture');
  }
  await using next = studio.reopen();
  expect(await next.pictures.picture(file, { width: 160, page: 1, format: 'webp' })).toEqual(current);
  expect((await readdir(studio.directory)).toSorted()).toEqual(['.making', file.sha256]);
  expect(await readdir(path.join(studio.directory, '.making'))).toEqual([]);
  expect(await studio.storage.find('a1')).not.toBeNull();
});

test('a folder that could not be read once does not prevent pictures from being made later', async () => {
  await using studio = await openStudio();
  const file = await studio.store('a1', makePdf([['One']]));
  const ask = () => studio.pictures.picture(file, { width: 160, page: 1, format: 'webp' });
  await writeFile(studio.directory, 'a file where the folder should be');
  await expect(ask()).rejects.toThrow('ENOTDIR');
  await rm(studio.directory);
  expect(await ask()).toMatchObject({ mediaType: 'image/webp' });
});

test('an image of four hundred million pixels is reported with its size and never decoded', async () => {
  await using studio = await openStudio();
  const file = await studio.store('huge', makeHugePng(20_000, 20_000), 'image/png');
  const tooLarge = { state: 'too-large', pixels: { width: 20_000, height: 20_000 } };
  expect(await studio.pictures.inspect('huge')).toMatchObject(tooLarge);
  const asked = studio.pictures.picture(file, { width: 320, page: 1, format: 'webp' });
  expect(await refusal(asked)).toBe('storage_bucket_transformations_disabled');
});

test('a PDF that decompresses without end is reported, and the process of the next one is not affected', async () => {
  await using studio = await openStudio({ limits: { ...pictureLimits, maxResidentBytes: 250 * 1024 * 1024 } });
  await studio.store('bomb', makeBombPdf(400));
  expect(await studio.pictures.inspect('bomb')).toEqual({ state: 'too-large', pixels: null });
  await studio.store('fine', makePdf([['One']]));
  expect(await studio.pictures.inspect('fine')).toEqual({ state: 'fine', pageCount: 1 });
});

test('pictures of a photograph have no metadata about location and camera', async () => {
  await using studio = await openStudio();
  const photograph = await makePhotograph();
  expect(tellsOfItself(photograph)).toBe(true);
  const file = await studio.store('a1', photograph, 'image/jpeg');
  for (const format of ['webp', 'jpeg', 'png', 'avif'] as const) {
    for (const shape of [{}, { shape: 'sharing' as const }]) {
      const picture = await studio.pictures.picture(file, { width: 320, page: 1, format, ...shape });
      const bytes = await readFile(picture.path);
      expect([format, tellsOfItself(bytes)]).toEqual([format, false]);
      const { exif, xmp, iptc, icc } = await sharp(bytes).metadata();
      expect([format, exif, xmp, iptc, icc]).toEqual([format, undefined, undefined, undefined, undefined]);
    }
  }
  const stripped = await studio.pictures.stripped(file);
  expect(stripped).toMatchObject({ mediaType: 'image/jpeg', etag: `${file.sha256}-stripped` });
  expect(tellsOfItself(await readFile(stripped.path))).toBe(false);
});

/** Opens a picture service on a real store and a real process, in a separate folder. */
async function openStudio({
  hasOwnWorkers = false,
  ...options
}: { hasOwnWorkers?: boolean; limits?: WorkerLimits; maxWaitMs?: number } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-pictures-'));
  const storage = await openDisk({ directory: path.join(folder, 'files') });
  const directory = path.join(folder, 'pictures');
  const shared = !hasOwnWorkers && !options.limits && { openWorker: shareWorker };
  const open = () => createPictureService({ storage, directory, log, ...shared, ...options });
  const pictures = open();
  return {
    storage,
    async remove(id: string) {
      await storage.remove(id);
      await storage.removeParts(id);
    },
    reopen() {
      const next = open();
      return { pictures: next, [Symbol.asyncDispose]: () => next.close() };
    },
    directory,
    pictures,
    async store(id: string, bytes: Buffer, mimeType = 'application/pdf'): Promise<FileRecord> {
      await storage.putPart(id, 0, Readable.from([bytes]));
      await storage.joinParts(id, 1);
      return fileRecord(id, bytes, mimeType);
    },
    async [Symbol.asyncDispose]() {
      await pictures.close();
      await storage.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the type of the refusal, or null. */
async function refusal(work: Promise<unknown>): Promise<string | null> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error === null || error instanceof Problem) return error?.type ?? null;
  throw error;
}
