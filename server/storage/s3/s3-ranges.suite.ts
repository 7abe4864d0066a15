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
const range: Record<string, string> = { range: 'bytes=0-99' };

async function ask(url: string, headers = range, method = 'GET') {
  const answer = await fetch(url, { method, headers, redirect: 'manual' });
  await answer.body?.cancel();
  const link = answer.headers.get('link');
  const [, address = '', etag = '', until] = linkForm.exec(link ?? '') ?? [];
  const usableSeconds = Number(until) - Date.parse(answer.headers.get('date') ?? '') / 1000;
  return { status: answer.status, isNamed: link !== null, address, etag, usableSeconds };
}

/** As `ask`, asked again while no address is named: on a busy machine the look into the store takes too long at first. */
async function askUntilNamed(url: string, headers = range) {
  for (let tries = 0; ; tries += 1) {
    const answer = await ask(url, headers);
    if (answer.isNamed || tries > 50) return answer;
  }
}

/** Ranges from the store itself. */
export function describeRanges(store: () => S3Server): void {
  test('once the store lets our pages read, each range of a PDF names an address of the same bytes, for whoever may read them', async () => {
    await using cors = openBucketCors(store());
    const settings = { STORAGE_URL: store().newUrl(), STORAGE_REDIRECT: 'on' };
    await using server = await openTestServer({ settings });
    const librarian = await openLibrarian(server.url);
    const bytes = pdfOf(300_000);
    await librarian.upload('paper.pdf', bytes, 'paper');
    await librarian.upload('small.pdf', pdfOf(200_000), 'small');
    await librarian.publish('paper', { ...place, title: 'C Programming 2024', fileId: 'paper' }, 'paper');
    const view = `${server.url}${api.fileView(ids, 'paper')}`;
    await cors.allow(server.url);
    await server.services.ranges?.look();

    const { status, address, etag, usableSeconds } = await askUntilNamed(view);
    expect([status, usableSeconds >= 299, usableSeconds <= 321]).toEqual([206, true, true]);
    // As long may the answer be in a cache, and as long is the address used after that.
    expect(new URL(address).searchParams.get('X-Amz-Expires')).toBe('680');
    const part = await fetch(address, { headers: { range: 'bytes=100000-165535', origin: server.url } });
    expect(Object.fromEntries(part.headers)).toMatchObject({
      etag: `"${etag}"`,
      'content-range': 'bytes 100000-165535/300000',
      'access-control-allow-origin': server.url,
    });
    expect(digest(Buffer.from(await part.arrayBuffer()))).toBe(digest(bytes.subarray(100_000, 165_536)));
    expect((await fetch(address.replace('/paper?', '/small?'))).status).toBe(403);

    // The browser's cache takes over the new address.
    const held = { ...range, 'if-none-match': `"${digest(bytes)}"` };
    expect(await askUntilNamed(view, held)).toMatchObject({ status: 304, isNamed: true });
    const download = `${server.url}${api.fileDownload(ids, 'paper')}`;
    expect(await askUntilNamed(download)).toMatchObject({ status: 206, isNamed: true });
    const whole = { 'user-agent': 'Mozilla/5.0' };
    expect(await ask(view, whole)).toMatchObject({ status: 200, isNamed: false });
    expect(await ask(view, range, 'HEAD')).toMatchObject({ status: 206, isNamed: false });
    const small = `${server.url}${api.fileView(ids, 'small')}`;
    expect(await ask(small)).toMatchObject({ status: 206, isNamed: false });

    await librarian.send('POST', api.hideMaterial('paper'), { reason: 'A solution' });
    expect(await ask(view)).toMatchObject({ status: 404, isNamed: false });
  });

  test('bytes that are not those of the record have no address', async () => {
    await using cors = openBucketCors(store());
    const settings = { STORAGE_URL: store().newUrl(), STORAGE_REDIRECT: 'on' };
    await using server = await openTestServer({ settings });
    const librarian = await openLibrarian(server.url);
    await cors.allow(server.url);
    const { ranges } = server.services;
    await ranges?.look();
    await librarian.upload('one.pdf', pdfOf(300_000), 'one');
    const named = await askUntilNamed(`${server.url}${api.fileView(ids, 'one')}`);
    expect(named.isNamed).toBe(true);

    const record = await server.resources.database.files.find('one');
    if (!record) throw new Error('a record');
    await librarian.upload('two.pdf', pdfOf(300_000), 'two');
    const two = await server.resources.database.files.find('two');
    expect(await ranges?.ofFile({ ...record, ...two, sizeBytes: 300_001 })).toBeNull();
    expect(await ranges?.ofFile({ ...record, sequence: record.sequence + 1 })).toBeNull();
    expect(await ranges?.ofFile({ ...record, id: 'gone' })).toBeNull();
    await expect.poll(() => ranges?.ofFile(record)).toMatchObject({ etag: named.etag });
  });
}

/** What must be so before the store sends ranges. */
export function describeRangeConditions(store: () => S3Server): void {
  test('while the store does not let our pages read, no address is named, the log says once why, and the pages’ policy is the same', async () => {
    await using cors = openBucketCors(store());
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const settings = { STORAGE_URL: store().newUrl(), STORAGE_REDIRECT: 'on' };
    await using server = await openTestServer({ settings, log });
    await (await openLibrarian(server.url)).upload('paper.pdf', pdfOf(300_000), 'paper');
    const { ranges } = server.services;
    const view = `${server.url}${api.fileView(ids, 'paper')}`;
    const told = (words: string) => lines.filter((line) => line.includes(words)).length;
    const readiness = async () => ((await (await fetch(`${server.url}/readyz`)).json()) as { ranges: string }).ranges;

    await ranges?.look();
    await ranges?.look();
    expect([(await ask(view)).isNamed, await readiness()]).toEqual([false, 'from-server']);
    expect([told('may not read from'), told('has no CORS rule')]).toEqual([1, 1]);
    await cors.allow(server.url, { exposed: ['etag'] });
    await ranges?.look();
    expect([(await ask(view)).isNamed, told('does not expose content-range')]).toEqual([false, 1]);
    await cors.allow(server.url);
    await ranges?.look();
    expect([(await askUntilNamed(view)).isNamed, await readiness()]).toEqual([true, 'from-store']);
    expect(told('readers get ranges of PDFs from')).toBe(1);
    await cors.refuse();
    await ranges?.look();
    expect([(await ask(view)).isNamed, await readiness()]).toEqual([false, 'from-server']);
    expect(told('may not read from')).toBe(3);

    // A page may fetch there, and nothing else may.
    const policyOf = async (path: string) => (await fetch(server.url + path)).headers.get('content-security-policy');
    expect(await policyOf('/books')).toContain(`connect-src 'self' ${store().endpoint};`);
    for (const path of ['/paper-frame', '/sw.js', '/v1/docs', api.fileView(ids, 'paper')])
      expect([path, (await policyOf(path))?.includes(store().endpoint)]).toEqual([path, false]);
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
    const [original, other, sha256] = [digest(randomBytes(10)), digest(randomBytes(10)), digest(bytes)];
    const copy = { name: `${sha256}.pdf`, sizeBytes: bytes.length };
    const file = `${folder.path}/copy.pdf`;
    await writeFile(file, bytes);
    await storage.derived?.put('reading', original, copy.name, file);
    await expect.poll(() => ranges?.ofCopy(original, copy)).not.toBeNull();
    const found = await ranges?.ofCopy(original, copy);
    const there = await fetch(found?.address ?? '');
    expect(digest(Buffer.from(await there.arrayBuffer()))).toBe(sha256);
    expect(there.headers.get('etag')).toBe(`"${found?.etag}"`);
    expect(await ranges?.ofCopy(other, copy)).toBeNull();
    expect(await ranges?.ofCopy(other, copy)).toBeNull();
    await expect.poll(() => missing).toEqual([other]);
    ranges?.close();
  });
}
