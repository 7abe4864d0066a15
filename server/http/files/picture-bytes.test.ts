import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { callAsAdministrator, uploadSmallFile } from '#test/support/contract-caller.ts';
import { makePdf } from '#test/support/documents.ts';
import { makeHugePng, makePhotograph, tellsOfItself } from '#test/support/hostile-files.ts';
import { openTestServer } from '#test/support/server.ts';

const files = '/storage/buckets/files/files';

test('a visitor gets neither location nor camera of a cover at any address; an administrator gets the original', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
    const photograph = await makePhotograph(format);
    const id = await uploadSmallFile(admin, { name: `cover.${format}`, content: new Uint8Array(photograph) });
    for (const action of ['view', 'download', 'preview', 'preview?width=320', 'preview?width=1280&height=672']) {
      const address = `${server.url}/v1${files}/${id}/${action}`;
      const headers = { 'x-appwrite-project': 'examshelf' };
      const answer = await fetch(address, { headers });
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([action, answer.status, tellsOfItself(bytes)]).toEqual([action, 200, false]);
      expect(answer.headers.get('content-length')).toBe(String(bytes.length));
      const again = await fetch(address, {
        headers: { ...headers, 'if-none-match': answer.headers.get('etag') ?? '' },
      });
      expect([action, again.status]).toEqual([action, 304]);
      if (action.includes('?')) continue;
      const own = await fetch(address, { headers: { ...headers, cookie: admin.cookie } });
      expect([action, digest(Buffer.from(await own.arrayBuffer()))]).toEqual([action, digest(photograph)]);
    }
  }
});

test('a picture of 20,000 × 20,000 is refused with an explanation, and its id can be used again', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const send = (name: string, bytes: Buffer) => {
    const form = new FormData();
    form.append('fileId', 'hostile');
    form.append('file', new Blob([new Uint8Array(bytes)]), name);
    return admin.call('POST', files, { body: form });
  };
  const { status, json } = await send('cover.png', makeHugePng(20_000, 20_000));
  expect([status, json['type'], json['message']]).toEqual([
    400,
    'storage_invalid_file_size',
    'This picture has 20000 × 20000 pixels; up to 120 million pixels are accepted. Make it smaller and upload it again.',
  ]);
  expect((await admin.call('GET', `${files}/hostile`)).status).toBe(404);
  expect(await server.resources.storage.find('hostile')).toBeNull();
  expect((await send('book.pdf', makePdf([['One']]))).status).toBe(201);
});

test('with the output auto a client gets AVIF or WebP if it accepts them, else JPEG, and `Vary` names Accept', async () => {
  await using server = await openTestServer();
  const content = new Uint8Array(makePdf([['A page of text']]));
  const id = await uploadSmallFile(await callAsAdministrator(server.url), { name: 'a.pdf', content });
  const ask = async (accept: string, held = '') => {
    const answer = await fetch(`${server.url}/v1${files}/${id}/preview?project=examshelf&width=160&output=auto`, {
      headers: { accept, 'if-none-match': held },
    });
    await answer.arrayBuffer();
    const { headers, status } = answer;
    return { status, type: headers.get('content-type'), vary: headers.get('vary'), etag: headers.get('etag') ?? '' };
  };
  const avif = await ask('image/avif,image/webp,image/apng,image/*,*/*;q=0.8');
  expect(avif).toMatchObject({ status: 200, type: 'image/avif', vary: expect.stringMatching(/\bAccept\b(?!-)/) });
  for (const [accept, type] of [
    ['image/webp,*/*', 'image/webp'],
    ['image/avif;q=0, image/webp', 'image/webp'],
    ['*/*', 'image/jpeg'],
    ['image/*,*/*;q=0.8', 'image/jpeg'],
    ['image/webp;q=0,*/*', 'image/jpeg'],
    ['text/html', 'image/jpeg'],
  ] as const) {
    const other = await ask(accept);
    expect([accept, other.type, other.vary]).toEqual([accept, type, avif.vary]);
    // The tags are not confused.
    expect((await ask(accept, avif.etag)).status).toBe(200);
  }
  expect((await ask('image/avif', avif.etag)).status).toBe(304);
});

test('pictures are not made for clients that disconnected', async () => {
  await using server = await openTestServer();
  const pdf = makePdf(Array.from({ length: 20 }, (_, page) => [`${page}`]));
  const id = await uploadSmallFile(await callAsAdministrator(server.url), {
    name: 'a.pdf',
    content: new Uint8Array(pdf),
  });
  const folder = path.join(server.dataDir, 'pictures', digest(pdf));
  const made = async () => (await readdir(folder).catch(() => [])).length;
  const ask = (query: string, signal?: AbortSignal) =>
    fetch(`${server.url}/v1${files}/${id}/preview?project=examshelf&${query}`, signal ? { signal } : {});
  // At this point the process is running.
  await expect.poll(async () => (await ask('width=160')).status).toBe(200);
  const left = new AbortController();
  const asked = Array.from({ length: 20 }, (_, index) =>
    ask(`width=2560&output=png&page=${index + 1}`, left.signal).catch(() => null),
  );
  await expect.poll(() => server.services.pictures.waiting()).toBeGreaterThan(5);
  left.abort();
  await Promise.all(asked);
  await expect.poll(() => server.services.pictures.waiting()).toBe(0);
  expect(await made()).toBeLessThan(15);
});

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
