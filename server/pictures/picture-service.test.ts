import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { Problem } from '#contract/problems.ts';
import type { FileRecord } from '#server/database/database.ts';
import { openDisk } from '#server/storage/disk.ts';
import { makePdf } from '#test/support/documents.ts';
import { createPictureService } from './picture-service.ts';
import { usualLimits, type WorkerLimits } from './worker-process.ts';

const log = pino({ level: 'silent' });

test('a page of a PDF becomes a picture of the next larger width', async () => {
  await using studio = await openStudio();
  const file = await studio.store('a1', makePdf([['First page'], ['Second page']]));
  const first = await studio.pictures.picture(file, { width: 200, page: 1, format: 'webp' });
  expect(first).toMatchObject({ mediaType: 'image/webp', etag: 'digest-320-1.webp' });
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

test('an image becomes a picture in each format, turned upright and never enlarged', async () => {
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

test('a picture for link previews is cut from the top in their shape, and nothing is enlarged for it', async () => {
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
    expect(picture.etag).toBe('digest-640x336-1.jpeg');
  }
});

test('the same picture asked for many times at once is made once, and afterwards comes from the cache', async () => {
  await using studio = await openStudio();
  const file = await studio.store('a1', makePdf([['One']]));
  const ask = () => studio.pictures.picture(file, { width: 320, page: 1, format: 'webp' });
  const pictures = await Promise.all(Array.from({ length: 100 }, ask));
  expect(new Set(pictures.map((picture) => picture.path)).size).toBe(1);
  await studio.storage.remove('a1');
  expect(await ask()).toEqual(pictures[0]);
  await studio.pictures.forget('a1');
  expect(await refusal(ask())).toBe('storage_file_not_found');
});

test('a page the file does not have is refused', async () => {
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

test('what is locked, damaged or no picture at all is refused, and not tried again', async () => {
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
});

test('an inspection tells pages, locks and damage and never throws', async () => {
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

test('an SVG called a picture is not read, because it may name other files', async () => {
  await using studio = await openStudio();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  await studio.store('svg', Buffer.from(svg), 'image/png');
  expect(await studio.pictures.inspect('svg')).toEqual({ state: 'damaged' });
});

test('a job that takes too long or too much memory is ended, and the next one is done', async () => {
  const pdf = makePdf([['One']]);
  await using slow = await openStudio({ limits: { ...usualLimits, jobMs: 1 } });
  const file = await slow.store('a1', pdf);
  expect(await refusal(slow.pictures.picture(file, { width: 320, page: 1, format: 'webp' }))).toBe(
    'storage_bucket_transformations_disabled',
  );
  expect(await slow.pictures.inspect('a1')).toEqual({ state: 'unknown' });
  await using small = await openStudio({ limits: { ...usualLimits, maxResidentBytes: 1024 * 1024 } });
  await small.store('a1', pdf);
  expect(await small.pictures.inspect('a1')).toEqual({ state: 'unknown' });
  expect(await small.pictures.inspect('a1')).toEqual({ state: 'unknown' });
  await using usual = await openStudio();
  await usual.store('a1', pdf);
  expect(await usual.pictures.inspect('a1')).toEqual({ state: 'fine', pageCount: 1 });
});

test('when too many pictures wait, the next one is asked to come back later', async () => {
  await using studio = await openStudio();
  const file = {
    ...(await studio.store('a1', makePdf(Array.from({ length: 80 }, (_, page) => [`${page}`])))),
    pageCount: 80,
  };
  const asked = Array.from({ length: 80 }, (_, index) =>
    refusal(studio.pictures.picture(file, { width: 160, page: index + 1, format: 'webp' })),
  );
  const outcomes = await Promise.all(asked);
  const refused = outcomes.filter((outcome) => outcome === 'general_rate_limit_exceeded').length;
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(20);
  expect(outcomes.filter((outcome) => outcome === null).length).toBe(80 - refused);
});

test('the cache keeps within its bounds and what was made before a restart is still there', async () => {
  await using studio = await openStudio();
  const file = { ...(await studio.store('a1', makePdf([['1'], ['2'], ['3'], ['4'], ['5'], ['6']]))), pageCount: 6 };
  const wish = { width: 160, format: 'png' } as const;
  const first = await studio.pictures.picture(file, { ...wish, page: 1 });
  const maxCacheBytes = (first.sizeBytes + 4096) * 4;
  await studio.pictures.close();
  const next = createPictureService({ storage: studio.storage, directory: studio.directory, log, maxCacheBytes });
  for (const page of [2, 3, 1, 4, 5]) await next.picture(file, { ...wish, page });
  await next.close();
  const kept = await readdir(path.join(studio.directory, 'a1'));
  expect(kept.length).toBeLessThanOrEqual(4);
  expect(kept).toContain('160-5.png');
  expect(kept).not.toContain('160-2.png');
  expect(await readdir(path.join(studio.directory, '.making'))).toEqual([]);
});

/** A picture service on a real store and a real process, in a folder of its own. */
async function openStudio({ limits }: { limits?: WorkerLimits } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-pictures-'));
  const storage = await openDisk({ directory: path.join(folder, 'files') });
  const directory = path.join(folder, 'pictures');
  const pictures = createPictureService({ storage, directory, log, ...(limits ? { limits } : {}) });
  return {
    storage,
    directory,
    pictures,
    async store(id: string, bytes: Buffer, mimeType = 'application/pdf'): Promise<FileRecord> {
      await storage.putPart(id, 0, Readable.from([bytes]));
      await storage.joinParts(id, 1);
      return {
        id,
        sequence: 1,
        name: id,
        folder: '',
        permissions: ['read("any")'],
        mimeType,
        sizeBytes: bytes.length,
        chunksTotal: 1,
        chunksHeld: [],
        isFinished: true,
        sha256: 'digest',
        pageCount: null,
        warning: null,
        ownerId: 'admin',
        isReleased: false,
        createdAt: '2026-03-04T05:06:07.089+00:00',
        updatedAt: '2026-03-04T05:06:07.089+00:00',
      };
    },
    async [Symbol.asyncDispose]() {
      await pictures.close();
      await storage.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The type of the refusal, or null. */
async function refusal(work: Promise<unknown>): Promise<string | null> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error === null || error instanceof Problem) return error?.type ?? null;
  throw error;
}
