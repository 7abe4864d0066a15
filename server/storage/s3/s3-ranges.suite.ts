import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { createRangeAddresses } from '#server/files/range-addresses.ts';
import { openBucketCors } from '#test/support/bucket-cors.ts';
import { makePdf } from '#test/support/documents.ts';
import { digest, ids, openLibrarian } from '#test/support/library.ts';
import type { S3Server } from '#test/support/s3-server.ts';
import { openTestServer } from '#test/support/server.ts';
import { makeFolder, openStore, place } from './s3-library.suite.ts';

/** A PDF of so many bytes. */
const pdfOf = (sizeBytes: number) => {
  const pdf = makePdf([['Question 1']]);
  return Buffer.concat([pdf, Buffer.from('\n%'), randomBytes(sizeBytes - pdf.length - 2)]);
};

const linkForm = /^<([^>]+)>; rel="duplicate"; etag="([^"]+)"; until=(\d+)$/;

/** Ranges from the store itself. */
export function describeRanges(store: () => S3Server): void {
  test('once the store lets our pages read, each range of a PDF names an address of the same bytes, for whoever may read them', async () => {
    await using cors = openBucketCors(store());
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const settings = { STORAGE_URL: store().newUrl(), STORAGE_REDIRECT: 'on' };
    await using server = await openTestServer({ settings, log });
    const librarian = await openLibrarian(server.url);
    const bytes = pdfOf(300_000);
    await librarian.upload('paper.pdf', bytes, 'paper');
    await librarian.upload('small.pdf', pdfOf(200_000), 'small');
    await librarian.publish('paper', { ...place, title: 'C Programming 2024', fileId: 'paper' }, 'paper');
    const { ranges } = server.services;
    const told = (words: string) => lines.filter((line) => line.includes(words)).length;
    const readiness = async () => ((await (await fetch(`${server.url}/readyz`)).json()) as { ranges: string }).ranges;
    const range = { range: 'bytes=0-99' };
    const view = `${server.url}${api.fileView(ids, 'paper')}`;
    const ask = async (address = view, headers: Record<string, string> = range, method = 'GET') => {
      const answer = await fetch(address, { method, headers, redirect: 'manual' });
      await answer.body?.cancel();
      const date = Date.parse(answer.headers.get('date') ?? '');
      return { status: answer.status, link: answer.headers.get('link'), date };
    };
    /** Whether such a request has this status and names an address, which on a busy machine the first one may not. */
    const expectNamed = async (isNamed: boolean, status: number, ...request: Parameters<typeof ask>) => {
      const see = async () => {
        const answer = await ask(...request);
        return [answer.status, linkForm.test(answer.link ?? '')];
      };
      if (isNamed) await expect.poll(see).toEqual([status, true]);
      else expect([request, ...(await see())]).toEqual([request, status, false]);
    };

    await ranges?.look();
    await ranges?.look();
    await expectNamed(false, 206);
    expect(await readiness()).toBe('from-server');
    expect([told('may not read from'), told('has no CORS rule')]).toEqual([1, 1]);
    await cors.allow(server.url, ['etag']);
    await ranges?.look();
    await expectNamed(false, 206);
    await cors.allow(server.url);
    await ranges?.look();
    expect([await readiness(), told('readers get ranges of PDFs from')]).toEqual(['from-store', 1]);

    await expectNamed(true, 206);
    const { link, date } = await ask();
    const [, address = '', etag, until] = linkForm.exec(link ?? '') ?? [];
    const usableSeconds = Number(until) - date / 1000;
    expect([usableSeconds >= 299, usableSeconds <= 321]).toEqual([true, true]);
    // As long may the answer be in a cache, and as long is the address used after that.
    expect(new URL(address).searchParams.get('X-Amz-Expires')).toBe('680');
    const part = await fetch(address, { headers: { range: 'bytes=100000-165535', origin: server.url } });
    expect(Object.fromEntries(part.headers)).toMatchObject({
      etag: `"${etag}"`,
      'content-range': 'bytes 100000-165535/300000',
      'access-control-allow-origin': server.url,
      'cache-control': 'private, max-age=300',
    });
    expect(digest(Buffer.from(await part.arrayBuffer()))).toBe(digest(bytes.subarray(100_000, 165_536)));
    expect((await fetch(address.replace('/paper?', '/small?'))).status).toBe(403);

    // The page may fetch there, and nothing else may.
    const policyOf = async (path: string) => (await fetch(server.url + path)).headers.get('content-security-policy');
    expect(await policyOf('/books')).toContain(`connect-src 'self' ${store().endpoint};`);
    for (const path of ['/paper-frame', '/sw.js', '/v1/docs', api.fileView(ids, 'paper')])
      expect([path, (await policyOf(path))?.includes(store().endpoint)]).toEqual([path, false]);

    const tag = `"${digest(bytes)}"`;
    await expectNamed(true, 304, view, { ...range, 'if-none-match': tag });
    await expectNamed(true, 206, `${server.url}${api.fileDownload(ids, 'paper')}`);
    await expectNamed(false, 200, view, { 'user-agent': 'Mozilla/5.0' });
    await expectNamed(false, 206, view, range, 'HEAD');
    await expectNamed(false, 206, `${server.url}${api.fileView(ids, 'small')}`);

    await librarian.send('POST', api.hideMaterial('paper'), { reason: 'A solution' });
    await expectNamed(false, 404);
    await librarian.send('POST', api.showMaterial('paper'));
    // Once the store refuses pages, no more addresses are given.
    await cors.refuse();
    await ranges?.look();
    await expectNamed(false, 206);
    expect(await readiness()).toBe('from-server');
  });

  test('an id that was given to another file has another tag, and bytes that are not those of the record have no address', async () => {
    await using cors = openBucketCors(store());
    const settings = { STORAGE_URL: store().newUrl(), STORAGE_REDIRECT: 'on' };
    await using server = await openTestServer({ settings });
    const librarian = await openLibrarian(server.url);
    await cors.allow(server.url);
    await server.services.ranges?.look();
    const askFor = async (id: string) => {
      const answer = await fetch(`${server.url}${api.fileView(ids, id)}`, { headers: { range: 'bytes=0-99' } });
      await answer.body?.cancel();
      const [, address = '', etag = ''] = linkForm.exec(answer.headers.get('link') ?? '') ?? [];
      return { address, etag };
    };
    await librarian.upload('one.pdf', pdfOf(300_000), 'one');
    await expect.poll(() => askFor('one')).not.toMatchObject({ etag: '' });
    const before = await askFor('one');
    await librarian.send('DELETE', api.file(ids, 'one'));
    const bytes = pdfOf(300_000);
    await librarian.upload('one.pdf', bytes, 'one');
    await expect.poll(() => askFor('one')).not.toMatchObject({ etag: '' });
    const after = await askFor('one');
    expect(after.etag).not.toBe(before.etag);
    // Who has the earlier address sees that the bytes are others.
    const seen = await fetch(before.address, { headers: { range: 'bytes=0-99' } });
    expect([seen.status, seen.headers.get('etag')]).toEqual([206, `"${after.etag}"`]);

    const record = await server.resources.database.files.find('one');
    if (!record) throw new Error('a record');
    const { ranges } = server.services;
    await librarian.upload('two.pdf', pdfOf(300_000), 'two');
    const two = await server.resources.database.files.find('two');
    expect(await ranges?.ofFile({ ...record, ...two, sizeBytes: 300_001 })).toBeNull();
    expect(await ranges?.ofFile({ ...record, sequence: record.sequence + 1 })).toBeNull();
    expect(await ranges?.ofFile({ ...record, id: 'gone' })).toBeNull();
    await expect.poll(() => ranges?.ofFile(record)).toMatchObject({ etag: after.etag });
  });

  test('of a reading copy the address is that of the object with its digest; one that is missing is told', async () => {
    await using cors = openBucketCors(store());
    await using folder = await makeFolder();
    await using storage = await openStore(store().newUrl(), folder.path, { endpoint: null });
    const pageOrigin = 'https://library.test';
    await storage.claim('library');
    await cors.allow(pageOrigin);
    const missing: string[] = [];
    const ranges = createRangeAddresses({
      direct: storage.direct,
      files: { find: async () => null },
      pageOrigin,
      onMissingCopy: (sha256) => void missing.push(sha256),
      log: pino({ level: 'silent' }),
    });
    await ranges?.look();
    const bytes = randomBytes(300_000);
    const [original, sha256] = [digest(randomBytes(10)), digest(bytes)];
    const copy = { name: `${sha256}.pdf`, sizeBytes: bytes.length };
    const file = `${folder.path}/copy.pdf`;
    await writeFile(file, bytes);
    await storage.derived?.put('reading', original, copy.name, file);
    await expect.poll(() => ranges?.ofCopy(original, copy)).not.toBeNull();
    const found = await ranges?.ofCopy(original, copy);
    const there = await fetch(found?.address ?? '');
    expect([digest(Buffer.from(await there.arrayBuffer())), there.headers.get('etag')]).toEqual([
      sha256,
      `"${found?.etag}"`,
    ]);
    const other = digest(randomBytes(10));
    expect(await ranges?.ofCopy(other, copy)).toBeNull();
    expect(await ranges?.ofCopy(other, copy)).toBeNull();
    expect(missing).toEqual([other]);
    ranges?.close();
  });
}
