import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { compositionLimits } from '#contract/composition.ts';
import type { Problem } from '#contract/problems.ts';
import { makePdf, writePdf } from '#test/support/documents.ts';
import { admin } from '#test/support/file-shelf.ts';
import { ids, openLibrarian } from '#test/support/library.ts';
import { openTestServer } from '#test/support/server.ts';
import { openSmallDisk, whyNoSmallDisk } from '#test/support/small-disk.ts';

const quick = { OCR_LANGUAGES: 'off' };
const wholePage = { page: 1, turn: 0, part: null } as const;

/** A PDF of one page with so many bytes, which compress to half of them. */
function makeHeavyPdf(bytes: number): Buffer {
  const content = `% ${randomBytes(bytes / 2).toString('hex')}\n`;
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 595 842] >>',
    '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]);
}

test('while as many PDFs wait as may, another one is refused with a time to try again, and the others are made', async () => {
  await using server = await openTestServer({ settings: quick });
  const librarian = await openLibrarian(server.url);
  await librarian.upload('one.pdf', makePdf([['One']]), 'one');
  const { composing } = server.services;
  const requests = Array.from({ length: 30 }, (_, index) =>
    composing.compose(admin, { fileId: `made-${index}`, name: 'made.pdf', pages: [{ fileId: 'one', ...wholePage }] }),
  );
  const outcomes = await Promise.allSettled(requests);
  await composing.idle();
  const refused = outcomes.filter((each) => each.status === 'rejected').map(({ reason }) => reason as Problem);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map(({ type, headers }) => `${type} ${headers['Retry-After']}`))).toEqual(
    new Set(['general_service_unavailable 60']),
  );
  const made = await Promise.all(
    outcomes.map(async (_, index) => (await librarian.send('GET', api.file(ids, `made-${index}`))).status),
  );
  expect(made).toEqual(outcomes.map(({ status }) => (status === 'fulfilled' ? 200 : 404)));
});

test('pages of more files than allowed, and a PDF larger than an upload may be, are refused', async () => {
  await using server = await openTestServer({ settings: { ...quick, MAX_UPLOAD_MB: '1' } });
  const librarian = await openLibrarian(server.url);
  for (const id of ['one', 'two', 'three']) await librarian.upload(`${id}.pdf`, makeHeavyPdf(900_000), id);
  const compose = async (fileIds: readonly string[]) => {
    const request = { fileId: 'made', name: 'made.pdf', pages: fileIds.map((fileId) => ({ fileId, page: 1 })) };
    const answer = await librarian.send('POST', '/v1/compositions', request);
    const { message } = (await answer.json()) as { message?: string };
    return [answer.status, message];
  };
  const many = Array.from({ length: compositionLimits.maxSources + 1 }, (_, index) => `file-${index}`);
  expect(await compose(many)).toEqual([400, expect.stringContaining('of at most 50 files')]);
  expect((await compose(many.slice(1)))[0]).toBe(404);
  expect(await compose(['one', 'two', 'three'])).toEqual([
    400,
    expect.stringContaining('larger than an upload may be'),
  ]);
  expect((await librarian.send('GET', api.file(ids, 'made'))).status).toBe(404);
  expect((await compose(['two']))[0]).toBe(200);
});

test.skipIf(whyNoSmallDisk() !== null)(
  'on a full disk no PDF is composed and nothing is left; once there is space, the same request makes it',
  async () => {
    await using disk = await openSmallDisk(32);
    await using server = await openTestServer({ dataDir: disk.path, settings: { DISK_RESERVE_MB: '4', ...quick } });
    const librarian = await openLibrarian(server.url);
    await librarian.upload('heavy.pdf', makeHeavyPdf(2_000_000), 'heavy');
    const request = { fileId: 'made', name: 'made.pdf', pages: [{ fileId: 'heavy', page: 1 }] };
    disk.fill();
    expect((await librarian.send('POST', '/v1/compositions', request)).status).toBe(507);
    expect((await librarian.send('GET', api.file(ids, 'made'))).status).toBe(404);
    const left = await readdir(path.join(disk.path, 'compositions'), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    expect(left.filter((entry) => entry.isFile())).toEqual([]);

    disk.empty();
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await (await librarian.send('POST', '/v1/compositions', request)).json()).toEqual({
      fileId: 'made',
      state: 'made',
    });
  },
);
