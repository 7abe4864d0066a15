import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StagedBatchAnswer, StagedListAnswer, StagedPublishedAnswer } from '#contract/schemas/answer-types.ts';
import { chunkBytes } from '#domain/text/chunk.ts';
import { makePdf } from '#test/support/documents.ts';
import { digest } from '#test/support/library.ts';
import { openThreeCallers } from '#test/support/three-callers.ts';

let library: Awaited<ReturnType<typeof openThreeCallers>>;

beforeAll(async () => {
  library = await openThreeCallers({ readsTexts: true });
});

afterAll(() => library[Symbol.asyncDispose]());

type Sent = { path: string; bytes: Buffer };

async function stage(files: readonly Sent[]): Promise<StagedBatchAnswer['files']> {
  const json = { files: files.map(({ path, bytes }) => ({ path, size: bytes.length, digest: digest(bytes) })) };
  const { files: rows } = (await library.admin.call('POST', '/staging', { json })).json as StagedBatchAnswer;
  return rows;
}

/** Sends the bytes of a row, completely or as a first chunk. Returns the status. */
async function send({ path, bytes }: Sent, fileId: string | undefined): Promise<number> {
  const form = new FormData();
  form.set('fileId', fileId ?? '');
  form.set('file', new Blob([new Uint8Array(bytes.subarray(0, chunkBytes))]), path.split('/').at(-1));
  const headers: Record<string, string> =
    bytes.length > chunkBytes ? { 'content-range': `bytes 0-${chunkBytes - 1}/${bytes.length}` } : {};
  return (await library.admin.call('POST', '/storage/buckets/files/files', { body: form, headers })).status;
}

async function list(filter: string): Promise<StagedListAnswer> {
  return (await library.admin.call('GET', `/staging?filter=${filter}`)).json as StagedListAnswer;
}

const idsOf = (rows: readonly { $id: string }[]) => rows.map(({ $id }) => $id);
const discard = (ids: readonly string[]) => library.admin.call('POST', '/staging/discard', { json: { ids } });
const settle = async () => {
  const { textReading, similar, staging } = library.services;
  for (let round = 0; round < 3; round += 1) {
    await textReading.idle();
    await similar.idle();
    await staging.idle();
  }
};

test('a staged file whose bytes are refused has the reason, and is not counted as waiting, doubtful or a duplicate', async () => {
  const text = Buffer.from('milk, eggs, bread');
  const wrong: Sent[] = [
    { path: 'heap/shopping.pdf', bytes: text },
    { path: 'heap/copy of shopping.pdf', bytes: text },
    { path: 'heap/long shopping.pdf', bytes: Buffer.alloc(chunkBytes + 10, 'milk ') },
    { path: 'heap/notes.epub', bytes: Buffer.from('PK epub') },
  ];
  const rows = await stage(wrong);
  for (const [index, file] of wrong.entries()) {
    // The copy has the same row.
    if (index === 1) continue;
    expect([file.path, await send(file, rows[index]?.fileId)]).toEqual([file.path, 400]);
  }
  const refused = await list('refused');
  expect(refused.files.map(({ path, state, refusal }) => [path, state, refusal])).toEqual([
    ['heap/shopping.pdf', 'waiting', 'The file is named .pdf but is not a PDF. Please choose the right file.'],
    ['heap/long shopping.pdf', 'waiting', 'The file is named .pdf but is not a PDF. Please choose the right file.'],
    ['heap/notes.epub', 'waiting', expect.stringContaining('This kind of file is not accepted.')],
  ]);
  expect(refused.counts).toMatchObject({ refused: 3, waiting: 0, duplicates: 0, doubtful: 0, open: 3 });
  const json = { ids: [rows[0]?.$id], accept: ['doubtful', 'duplicates', 'unreadable'] };
  const published = (await library.admin.call('POST', '/staging/publish', { json })).json as StagedPublishedAnswer;
  expect(published.results[0]?.reason).toContain('is not a PDF');
  // The file is still refused when it is announced again, for example when the folder is chosen again.
  expect((await stage(wrong))[0]).toMatchObject({ $id: rows[0]?.$id, refusal: expect.stringContaining('not a PDF') });
  await discard(idsOf(rows));
  expect((await list('open')).total).toBe(0);
});

test('a refused file that is sent again and accepted is read like any other', async () => {
  const file: Sent = { path: 'heap/sheet.pdf', bytes: makePdf([['A sheet']]) };
  const [row] = await stage([file]);
  expect(await send({ ...file, bytes: Buffer.from('cut short') }, row?.fileId)).toBe(400);
  expect((await list('refused')).total).toBe(1);
  expect(await send(file, row?.fileId)).toBe(201);
  await settle();
  expect((await list('open')).files).toMatchObject([{ state: 'checked', refusal: null }]);
  expect((await library.admin.call('DELETE', `/storage/buckets/files/files/${row?.fileId}`, { json: {} })).status).toBe(
    204,
  );
  expect((await list('waiting')).files).toMatchObject([{ $id: row?.$id, refusal: null }]);
  await discard([row?.$id ?? '']);
});
