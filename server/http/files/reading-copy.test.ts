import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { callAs, callAsAdministrator, smallPdf, uploadSmallFile } from '#test/support/contract-caller.ts';
import { makeBook } from '#test/support/documents.ts';
import { digest } from '#test/support/library.ts';
import { openTestServer } from '#test/support/server.ts';

const files = '/storage/buckets/files/files';
const book = makeBook('flat book', 120);

test('a reader gets the reading copy with its own tag, and a download stays the original byte for byte', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const id = await uploadSmallFile(admin, { name: 'book.pdf', content: new Uint8Array(book) });
  const original = await get(server.url, `${id}/view?project=examshelf`);
  expect([original.headers.get('etag'), digest(original.bytes)]).toEqual([`"${digest(book)}"`, digest(book)]);

  const copy = await whenCopied(server.url, id);
  expect(copy.headers.get('etag')).toBe(`"${digest(copy.bytes)}"`);
  expect(copy.headers.get('etag')).not.toBe(original.headers.get('etag'));
  expect(copy.bytes.length).toBeLessThan(book.length / 2);
  expect(copy.headers.get('cache-control')).toBe('private, max-age=300');
  expect(copy.headers.get('content-location')).toBeNull();
  for (const name of ['content-type', 'content-disposition', 'content-security-policy', 'accept-ranges']) {
    expect([name, copy.headers.get(name)]).toEqual([name, original.headers.get(name)]);
  }

  for (const action of ['view', 'preview']) {
    const address = `${id}/${action}?project=examshelf&copy=reading`;
    const tag = copy.headers.get('etag') ?? '';
    const part = await get(server.url, address, { range: 'bytes=100-199', 'if-range': tag });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${copy.bytes.length}`]);
    expect(part.bytes.equals(copy.bytes.subarray(100, 200))).toBe(true);
    const old = await get(server.url, address, {
      range: 'bytes=100-199',
      'if-range': original.headers.get('etag') ?? '',
    });
    expect([old.status, old.bytes.length]).toEqual([200, copy.bytes.length]);
    expect((await get(server.url, address, { 'if-none-match': tag })).status).toBe(304);
    expect((await get(server.url, address, { range: `bytes=${copy.bytes.length}-` })).status).toBe(416);
  }
  const saved = await get(server.url, `${id}/download?project=examshelf&copy=reading`);
  expect(digest(saved.bytes)).toBe(digest(book));
});

test('sent as plain bytes, a PDF and its copy have neither the type nor the name that download managers detect', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const id = await uploadSmallFile(admin, { name: 'book.pdf', content: new Uint8Array(book) });
  const pending = await get(server.url, `${id}/preview?project=examshelf&copy=reading&as=bytes`);
  expect(pending.headers.get('content-location')).toContain('as=bytes');
  const copy = await whenCopied(server.url, id);
  for (const query of ['copy=reading&as=bytes', 'as=bytes']) {
    const { headers, bytes } = await get(server.url, `${id}/preview?project=examshelf&${query}`);
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      'application/octet-stream',
      'inline',
    ]);
    expect(digest(bytes)).toBe(digest(query === 'as=bytes' ? book : copy.bytes));
  }
});

test('while a copy is being made, the original is sent, and the two are never mixed', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const id = await uploadSmallFile(admin, { name: 'book.pdf', content: new Uint8Array(book) });
  const pending = await get(server.url, `${id}/view?project=examshelf&copy=reading`);
  // The first request for the copy only starts it.
  expect([pending.headers.get('etag'), pending.headers.get('cache-control')]).toEqual([
    `"${digest(book)}"`,
    'private, no-cache',
  ]);
  // A reader that began with the original can fetch it here as long as it continues.
  expect(pending.headers.get('content-location')).toBe(`/v1${files}/${id}/view?project=examshelf`);
  await whenCopied(server.url, id);
  const later = await get(server.url, `${id}/view?project=examshelf`, { range: 'bytes=65536-131071' });
  expect(later.headers.get('etag')).toBe(pending.headers.get('etag'));
});

test('a file without a copy is sent and cached unchanged', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const pdf = await uploadSmallFile(admin, { name: 'a.pdf', content: smallPdf });
  const paper = await uploadSmallFile(admin, { name: 'a.html', content: '<!doctype html><title>x</title>' });
  for (const id of [pdf, paper]) {
    const plain = await get(server.url, `${id}/view?project=examshelf`);
    const asked = await get(server.url, `${id}/view?project=examshelf&copy=reading`);
    expect([asked.status, asked.bytes.toString()]).toEqual([200, plain.bytes.toString()]);
    for (const name of ['etag', 'cache-control', 'content-type', 'content-location']) {
      expect([name, asked.headers.get(name)]).toEqual([name, plain.headers.get(name)]);
    }
  }
  const picture = await get(server.url, `${pdf}/preview?project=examshelf&copy=reading&width=160&output=webp`);
  expect(picture.headers.get('content-type')).toBe('image/webp');
});

test('an unknown kind of copy is refused', async () => {
  await using server = await openTestServer();
  const id = await uploadSmallFile(await callAsAdministrator(server.url), { name: 'a.pdf', content: smallPdf });
  for (const action of ['view', 'preview']) {
    const answer = await callAs(server.url).call('GET', `${files}/${id}/${action}?copy=constructor`);
    expect([answer.status, answer.json['type'], answer.json['message']]).toEqual([
      400,
      'general_argument_invalid',
      'Invalid `copy` param: must be reading.',
    ]);
  }
});

test('a visitor who may not read the file may not read its copy, which is deleted with the file', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  const id = await uploadSmallFile(admin, { name: 'book.pdf', content: new Uint8Array(book) });
  await whenCopied(server.url, id);
  await admin.call('PUT', `${files}/${id}`, { json: { permissions: ['read("users")'] } });
  expect((await callAs(server.url).call('GET', `${files}/${id}/view?copy=reading`)).status).toBe(404);
  expect((await admin.call('GET', `${files}/${id}/view?copy=reading`)).status).toBe(200);
  await admin.call('DELETE', `${files}/${id}`);
  expect((await admin.call('GET', `${files}/${id}/view?copy=reading`)).status).toBe(404);
  const folder = path.join(server.dataDir, 'reading');
  const copies = async () => (await readdir(folder)).filter((name) => !name.startsWith('.'));
  await expect.poll(copies).toEqual([]);
});

test('the picture of the first page is made when an upload ends, before it is requested', async () => {
  await using server = await openTestServer({ derivesAhead: true });
  const admin = await callAsAdministrator(server.url);
  await uploadSmallFile(admin, { name: 'a.pdf', content: smallPdf });
  const made = path.join(server.dataDir, 'pictures', digest(Buffer.from(smallPdf)));
  await expect.poll(async () => (await readdir(made).catch(() => [])).toSorted()).toEqual(['320-1.avif', '640-1.avif']);
});

async function get(url: string, address: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/v1${files}/${address}`, { headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Requests the file until the response is the reading copy, and returns that. */
async function whenCopied(url: string, id: string) {
  const ask = () => get(url, `${id}/view?project=examshelf&copy=reading`);
  await expect.poll(async () => (await ask()).headers.get('content-location')).toBeNull();
  return ask();
}
