import { mkdtempDisposable, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharePictureAddress } from '#contract/addresses.ts';
import { Problem } from '#contract/problems.ts';
import { createChanges } from '#server/library/changes.ts';
import { makeBook, makeHtmlPaper } from '#test/support/documents.ts';
import { openLibrarian, type Librarian } from '#test/support/library.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { shareWorker } from '#test/support/shared-workers.ts';
import type { Described } from './describe-shared.ts';
import { createSharePictureService } from './share-picture-service.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** The preview of a link in chats and search engines: a picture of each page, drawn by the server. */

let server: TestServer;
let librarian: Librarian;
const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
const subject = '/faculty/csit/semester/1/subject/c-programming';

beforeAll(async () => {
  server = await openTestServer();
  librarian = await openLibrarian(server.url);
  await librarian.upload('one.pdf', makeBook('one', 3), 'one');
  await librarian.upload('web.html', makeHtmlPaper('A paper'), 'web');
  await librarian.publish('paper', { ...place, title: 'Pointers', year: 2024, fileId: 'one' }, 'pointers');
  await librarian.publish('paper', { ...place, title: 'Web paper', year: 2023, fileId: 'web' }, 'web');
  await librarian.publish('paper', { ...place, title: 'Hidden soon', year: 2023, fileId: 'one' }, 'hidden');
  await librarian.publish('note', { ...place, title: 'Withdrawn soon', fileId: 'one' }, 'withdrawn');
});

afterAll(() => server[Symbol.asyncDispose]());

const ask = (page: string, headers: Record<string, string> = {}) =>
  fetch(server.url + sharePictureAddress(page), { headers });

test('every kind of page has a picture of 1200 × 630, which need not be sent again while it is unchanged', async () => {
  const pages = [
    '/',
    '/books',
    '/faculty/csit',
    '/faculty/csit/semester/1',
    subject,
    '/material/pointers',
    '/material/web',
  ];
  const seen = new Map<string, string[]>();
  for (const page of pages) {
    const response = await ask(page);
    const etag = response.headers.get('etag') ?? '';
    const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([page, response.status, response.headers.get('content-type'), width, height, format]).toEqual([
      page,
      200,
      'image/jpeg',
      1200,
      630,
      'jpeg',
    ]);
    expect([page, (await ask(page, { 'if-none-match': etag })).status]).toEqual([page, 304]);
    seen.set(etag, [...(seen.get(etag) ?? []), page]);
  }
  // Only pages without a separate picture share one.
  expect([...seen.values()].filter((each) => each.length > 1)).toEqual([['/', '/books']]);
});

test('a changed title results in another picture', async () => {
  await librarian.publish('note', { ...place, title: 'Draft', fileId: 'one' }, 'renamed');
  const before = (await ask('/material/renamed')).headers.get('etag');
  await librarian.send('PATCH', '/v1/databases/library/collections/notes/documents/renamed', {
    data: { title: 'Final' },
  });
  const after = await ask('/material/renamed');
  expect([after.status, after.headers.get('etag') === before]).toEqual([200, false]);
});

test('a withdrawn or hidden material has no picture any more, neither at its address nor on the disk', async () => {
  const countCached = async () =>
    (await readdir(path.join(server.dataDir, 'share'))).filter((name) => name.length === 64).length;
  await Promise.all([ask('/material/hidden'), ask('/material/withdrawn')]);
  const before = await countCached();
  await librarian.send('POST', '/v1/materials/hidden/hide', { reason: 'a test' });
  await librarian.send('DELETE', '/v1/databases/library/collections/notes/documents/withdrawn');
  for (const id of ['hidden', 'withdrawn']) {
    const response = await ask(`/material/${id}`);
    expect([id, response.status, response.headers.get('cache-control')]).toEqual([id, 410, 'no-store']);
  }
  await expect.poll(countCached).toBe(before - 2);
});

test('a missing page has no picture', async () => {
  const pages = [
    '/material/nothing',
    '/material/..%2f',
    '/faculty/nowhere',
    `${subject}-2`,
    '/material/%ff',
    '/faculty/csit/semester',
  ];
  for (const page of pages) expect([page, (await ask(page)).status]).toEqual([page, 404]);
  expect((await fetch(`${server.url}/share/about.jpg`)).status).toBe(404);
});

test.skipIf(isOnlyInSweep('faults'))(
  'a client that requests very many pictures delays only itself, and fills neither queue nor disk',
  async () => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'share-'));
    const described = (title: string): Described => ({
      picture: {
        label: null,
        title,
        lines: [],
        art: 'stack',
        library: { name: 'Library', hasShippedLogo: true },
        accent: '#0f6b57',
      },
      fileId: null,
    });
    const service = createSharePictureService({
      directory: folder.path,
      // Home is in place of a material whose file cannot be read at the moment: it is drawn without its page.
      describe: async (page) =>
        page.page === 'material'
          ? described(page.id)
          : { picture: { ...described('Home').picture, art: 'page' }, fileId: 'missing' },
      files: {
        getReadable: () =>
          Promise.reject(new Problem('storage_file_not_found', 'The requested file could not be found.')),
      },
      pictures: { picture: () => Promise.reject(new Error('no page is needed')) },
      changes: createChanges(() => undefined),
      log: pino({ level: 'silent' }),
      openWorker: shareWorker,
      // Room for one or two pictures.
      maxCacheBytes: 100_000,
      // The requests should be refused for their number, not for their time on a busy machine.
      limits: { maxWaitingPerKey: 2, maxWaitMs: 300_000 },
    });
    try {
      const many = Array.from({ length: 10_000 }, (_, index) =>
        service.find(sharePictureAddress(`/material/m${index}`), 'stranger').then(
          () => 'drawn',
          (error: { status: number }) => error.status,
        ),
      );
      const reader = service.find(sharePictureAddress('/'), 'reader');
      const outcomes = await Promise.all(many);
      expect(await reader).toMatchObject({ sizeBytes: expect.any(Number) });
      // One that is being drawn, and two that wait.
      expect(outcomes.filter((outcome) => outcome === 'drawn')).toHaveLength(3);
      expect(outcomes.filter((outcome) => outcome === 503)).toHaveLength(9997);
      const cached = await readdir(folder.path, { recursive: true });
      expect(cached.filter((name) => /^[0-9a-f]{64}[\\/]/.test(name)).length).toBeLessThan(3);
    } finally {
      await service.close();
    }
  },
);
