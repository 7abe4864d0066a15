import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import { visitor } from '#domain/account.ts';
import type { ByteSource } from '#server/library/files/byte-source.ts';
import type { StoredFile } from '#server/library/files/file-service.ts';
import { makePdf } from '#test/support/documents.ts';
import { openLibrarian } from '#test/support/library.ts';
import { newMaterial } from '#server/engines/database/database.suite.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { archiveLimits, createArchiveHandlers } from '#server/http/api/archive-handlers.ts';
import { archiveSubject } from './subject-archive.ts';

const place = { facultyId: 'csit', semesterId: '1', subject: 'Physics' };
const address = api.subjectArchive({ ...place, kind: 'paper' });
const pdf = (text: string) => makePdf([[text]]);
/** Larger than the pieces in which files are read. */
const large = makePdf([['Large']], { padBytes: 700_000 });

/** Opens a library with papers that have similar titles, in two scripts, and are in folders; one of them is hidden. */
async function openLibrary(): Promise<TestServer> {
  const server = await openTestServer();
  const librarian = await openLibrarian(server.url);
  const papers: [string, number, Uint8Array, string?][] = [
    ['Physics', 2022, large],
    ['physics', 2022, pdf('again')],
    ['TCP/IP: questions 2021', 2021, pdf('slash')],
    ['भौतिक विज्ञान', 2023, pdf('Devanagari'), 'gone'],
    ['Secret', 2020, pdf('hidden'), 'hidden'],
  ];
  for (const [title, year, bytes, id = `p${year}${title.length}${bytes.length}`] of papers) {
    const { $id: fileId } = await librarian.upload(`${id}.pdf`, bytes, id);
    await librarian.publish('paper', { ...place, title, year, fileId }, id);
  }
  await librarian.send('POST', panelApi.hideMaterial('hidden'), { reason: 'asked for' });
  return server;
}

async function unpack(bytes: ArrayBuffer): Promise<Map<string, Uint8Array>> {
  const reader = new ZipReader(new BlobReader(new Blob([bytes])), { checkSignature: true });
  const files = new Map<string, Uint8Array>();
  for (const entry of await reader.getEntries()) {
    if (!entry.directory) files.set(entry.filename, await entry.getData(new Uint8ArrayWriter()));
  }
  await reader.close();
  return files;
}

test('a subject is one archive with the bytes of every paper that a visitor may read, named by its title', async () => {
  await using server = await openLibrary();
  const answer = await fetch(server.url + address);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('Physics – Question Papers.zip'));
  const bytes = await answer.arrayBuffer();
  expect(answer.headers.get('content-length')).toBe(String(bytes.byteLength));
  const files = await unpack(bytes);
  expect([...files.keys()]).toEqual([
    '2023 भौतिक विज्ञान.pdf',
    '2022 Physics.pdf',
    '2022 physics (2).pdf',
    'TCP-IP- questions 2021.pdf',
  ]);
  expect(Buffer.from(files.get('2022 Physics.pdf') ?? []).equals(large)).toBe(true);
  const other = await fetch(server.url + api.subjectArchive({ ...place, kind: 'note' }));
  expect(other.status).toBe(404);
});

test('two titles that differ only in their Unicode form have two names', async () => {
  await using server = await openLibrary();
  // In the form that earlier releases stored.
  for (const [id, title] of [
    ['nfc', '\u00C9tude'],
    ['nfd', 'E\u0301tude'],
  ] as const)
    await server.resources.database.materials.insert(newMaterial(id, { ...place, title, year: 2019, fileId: 'gone' }));
  const files = await unpack(await (await fetch(server.url + address)).arrayBuffer());
  const names = [...files.keys()].filter((name) => name.startsWith('2019')).toSorted();
  expect(names).toEqual(['2019 \u00C9tude (2).pdf', '2019 \u00C9tude.pdf']);
});

test('a broken-off download resumes at any position; if a paper was added meanwhile, it starts again', async () => {
  await using server = await openLibrary();
  const whole = Buffer.from(await (await fetch(server.url + address)).arrayBuffer());
  const head = await fetch(server.url + address, { method: 'HEAD' });
  const etag = head.headers.get('etag') ?? '';
  expect(head.headers.get('content-length')).toBe(String(whole.length));
  for (const start of [1, 300_000, 700_500, whole.length - 1]) {
    const part = await fetch(server.url + address, { headers: { range: `bytes=${start}-`, 'if-range': etag } });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes ${start}-${whole.length - 1}/${whole.length}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(start))).toBe(true);
  }
  // `curl -C -`, and clients that know only the day of a file, cannot distinguish an archive from the one before.
  expect(head.headers.get('last-modified')).toBeNull();
  const blindly: Record<string, string>[] = [{}, { 'if-range': new Date().toUTCString() }, { 'if-range': `W/${etag}` }];
  for (const condition of blindly) {
    const blind = await fetch(server.url + address, { headers: { range: 'bytes=1-', ...condition } });
    expect([blind.status, (await blind.arrayBuffer()).byteLength]).toEqual([200, whole.length]);
  }
  const librarian = await openLibrarian(server.url);
  await librarian.upload('more.pdf', pdf('more'), 'more');
  await librarian.publish('paper', { ...place, title: 'More', year: 2019, fileId: 'more' });
  const again = await fetch(server.url + address, { headers: { range: 'bytes=300000-', 'if-range': etag } });
  expect([again.status, (await unpack(await again.arrayBuffer())).size]).toEqual([200, 5]);
});

test('a file whose bytes are missing is named in the archive, which has all the other files', async () => {
  await using server = await openLibrary();
  await server.resources.storage.remove('gone');
  const bytes = await (await fetch(server.url + address)).arrayBuffer();
  const files = await unpack(bytes);
  expect(files.size).toBe(4);
  expect(new TextDecoder().decode(files.get('Not included.txt'))).toContain('भौतिक विज्ञान');
});

test('no file stays open after an interrupted download, or after a range was sent', async () => {
  await using server = await openLibrary();
  const { materials, files } = server.services;
  let open = 0;
  /** The real files, with a count of open reads. */
  const counted = {
    getReadable: files.getReadable,
    bytesOf: (file: StoredFile): ByteSource => {
      const source = files.bytesOf(file);
      return async (range, take) => {
        open += 1;
        return source(range, take).finally(() => (open -= 1));
      };
    },
  };
  const archive = await archiveSubject({ services: { materials, files: counted } }, visitor, {
    ...place,
    kind: 'paper',
  });
  const inLarge = { start: 400_000, end: archive.sizeBytes - 1 };
  await expect(archive.source(inLarge, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(open).toBe(0);
  const sent: Buffer[] = [];
  const isThere = await archive.source(
    { start: 400_000, end: 400_009 },
    async (piece) => void sent.push(Buffer.from(piece)),
  );
  expect([isThere, Buffer.concat(sent).length, open]).toEqual([true, 10, 0]);
});

test('reading stops when the browser disconnects, and beyond the limit requests get 503', async () => {
  await using server = await openLibrary();
  const { services } = server;
  const archive = await archiveSubject({ services }, visitor, { ...place, kind: 'paper' });
  let taken = 0;
  const sending = archive.source({ start: 0, end: archive.sizeBytes - 1 }, async () => {
    taken += 1;
    if (taken === 3) throw new Error('gone');
  });
  await expect(sending).rejects.toThrow('gone');
  expect(taken).toBe(3);

  const { downloadSubject } = createArchiveHandlers(
    { services, config: { trustedProxies: [] } },
    { ...archiveLimits, maxSending: 0 },
  );
  const app = new Hono().get('/', (c) =>
    downloadSubject({ c, actor: visitor, query: { ...place, kind: 'paper' } } as never),
  );
  app.onError((error) => new Response(error.message, { status: 503 }));
  expect((await app.request('/')).status).toBe(503);
});
