import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  PhotographedPdfsAnswer,
  StagedBatchAnswer,
  StagedListAnswer,
  StagedPublishedAnswer,
} from '#contract/schemas/answer-types.ts';
import { photographFileId } from '#contract/photographs.ts';
import { uploadSmallFile } from '#test/support/contract-caller.ts';
import { digest } from '#test/support/library.ts';
import { openThreeCallers } from '#test/support/three-callers.ts';

const files = '/storage/buckets/files/files';

/** Returns a small picture; its bytes depend on its colour. */
const takePicture = (shade: number) =>
  sharp({ create: { width: 90, height: 120, channels: 3, background: { r: shade, g: 200, b: 200 } } })
    .jpeg()
    .toBuffer();

let library: Awaited<ReturnType<typeof openThreeCallers>>;
let pictures: Buffer[];

beforeAll(async () => {
  library = await openThreeCallers({ readsTexts: true, settings: { OCR_LANGUAGES: 'off' } });
  pictures = await Promise.all([10, 40, 70, 100, 130, 160].map(takePicture));
});

afterAll(() => library[Symbol.asyncDispose]());

async function ask<Result>(method: string, path: string, json?: unknown): Promise<Result> {
  const answer = await library.admin.call(method, path, json === undefined ? {} : { json });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.json as Result;
}

const photographsOf = (indexes: readonly number[]) =>
  indexes.map((index) => ({ digest: digest(pictures[index] as Buffer), size: pictures[index]?.length ?? 0 }));

const stage = (...pdfs: readonly (readonly [path: string, indexes: readonly number[]])[]) =>
  ask<StagedBatchAnswer>('POST', '/staging/photographs', {
    pdfs: pdfs.map(([path, indexes]) => ({ path, photographs: photographsOf(indexes) })),
  });

const find = async (...indexes: number[]) => {
  const digests = photographsOf(indexes).map((each) => each.digest);
  return (await ask<PhotographedPdfsAnswer>('POST', '/photographs/find', { digests })).pdfs;
};

async function send(indexes: readonly number[]): Promise<void> {
  for (const index of indexes) {
    const content = new Uint8Array(pictures[index] as Buffer);
    const id = photographFileId(digest(content));
    await uploadSmallFile(library.admin, { id, name: `IMG_${index}.jpg`, content });
  }
}

async function make(fileId: string, indexes: readonly number[]): Promise<void> {
  const photographs = photographsOf(indexes).map((each) => ({ fileId: photographFileId(each.digest) }));
  await ask('POST', '/photographs', { fileId, name: 'paper.pdf', photographs });
  await library.services.photographs.idle();
}

const settle = async () => {
  await library.services.textReading.idle();
  await library.services.similar.idle();
  await library.services.staging.idle();
};

test('photographs have one row before they are sent and while the PDF is published or in the trash, and each finds it', async () => {
  const { visitor, admin } = library;
  const { files: rows, created } = await stage(['DBA/final.pdf', [0, 1]], ['DBA/mid.pdf', [2]]);
  const [row, other] = rows;
  expect([created, row?.state, row?.path, other?.path]).toEqual([2, 'waiting', 'DBA/final.pdf', 'DBA/mid.pdf']);
  const again = await stage(['DBA/final.pdf', [0, 1]], ['DBA/final.pdf', [1, 0]]);
  expect([again.created, again.files[0]?.$id, again.files[1]?.$id === row?.$id]).toEqual([1, row?.$id, false]);
  await ask('POST', '/staging/discard', { ids: [again.files[1]?.$id] });
  const both = photographsOf([0, 1]).map((each) => each.digest);
  expect(await find(1, 5)).toEqual([
    {
      fileId: row?.fileId,
      stagedId: row?.$id,
      materialId: null,
      path: 'DBA/final.pdf',
      title: 'DBA/final.pdf',
      state: 'waiting',
      photographs: both,
    },
  ]);

  await send([0, 1]);
  // Files that wait for their PDF do not count as unused.
  const unused = await ask<{ files: { $id: string }[] }>('GET', '/materials/unused-files');
  expect(unused.files.map(({ $id }) => $id)).toEqual(['f2']);
  await make(row?.fileId ?? '', [0, 1]);
  await settle();
  expect(await find(0)).toMatchObject([{ stagedId: row?.$id, state: 'staged', photographs: both }]);
  expect((await visitor.call('GET', `${files}/${row?.fileId}/view`)).status).toBe(404);
  // The digest of the PDF differs from the announced one; the row is the same.
  const after = await stage(['DBA/final.pdf', [0, 1]]);
  expect([after.created, after.files[0]?.$id, after.files[0]?.state]).toEqual([0, row?.$id, 'checked']);

  const manual = {
    facultyId: 'csit',
    semesterId: '1',
    subject: 'Physics',
    kind: 'paper',
    year: 2020,
    title: 'Physics final',
  };
  await ask('PATCH', '/staging', { ids: [row?.$id], manual });
  const { results } = await ask<StagedPublishedAnswer>('POST', '/staging/publish', {
    ids: [row?.$id],
    accept: ['doubtful'],
  });
  const materialId = results[0]?.materialId ?? '';
  expect(await find(1)).toMatchObject([{ materialId, stagedId: row?.$id, title: 'Physics final', state: 'published' }]);
  expect((await stage(['DBA/final.pdf', [0, 1]])).files[0]).toMatchObject({ $id: row?.$id, state: 'published' });
  expect((await visitor.call('GET', `${files}/${row?.fileId}/view`)).status).toBe(200);

  await admin.call('POST', `/materials/${materialId}/hide`, { json: { reason: 'asked for' } });
  expect(await find(1)).toMatchObject([{ materialId, state: 'hidden' }]);
  await admin.call('POST', `/materials/${materialId}/show`, { json: {} });
  await admin.call('DELETE', `/databases/library/collections/papers/documents/${materialId}`, { json: {} });
  expect(await find(1)).toMatchObject([{ materialId, state: 'trash' }]);
  // Withdrawn files may be staged again.
  const resent = await stage(['DBA/final.pdf', [0, 1]]);
  expect([resent.created, resent.files[0]?.state]).toEqual([1, 'waiting']);
  await ask('POST', '/staging/discard', { ids: [resent.files[0]?.$id, other?.$id] });
});

test('discarding a row deletes photographs that no other row needs, and stops its PDF', async () => {
  const { admin, services } = library;
  const { files: rows } = await stage(['OS/a.pdf', [3, 4]], ['OS/b.pdf', [4, 5]]);
  const [one, other] = rows;
  await send([3, 4, 5]);
  const status = (index: number) =>
    admin
      .call('GET', `${files}/${photographFileId(photographsOf([index])[0]?.digest ?? '')}`)
      .then((each) => each.status);
  const photographs = photographsOf([3, 4]).map((each) => ({ fileId: photographFileId(each.digest) }));
  await ask('POST', '/photographs', { fileId: one?.fileId, name: 'a.pdf', photographs });
  await ask('POST', '/staging/discard', { ids: [one?.$id] });
  await services.photographs.idle();
  expect((await admin.call('GET', `${files}/${one?.fileId}`)).status).toBe(404);
  expect([await status(3), await status(4), await status(5)]).toEqual([404, 200, 200]);

  await make(other?.fileId ?? '', [4, 5]);
  await ask('POST', '/staging/discard', { ids: [other?.$id] });
  expect([await status(4), await status(5)]).toEqual([404, 404]);
  expect(await find(3, 4, 5)).toEqual([]);
  expect((await ask<StagedListAnswer>('GET', '/staging?filter=open')).total).toBe(0);
});

test('too many photographs, invalid digests and other callers are refused', async () => {
  const { visitor, student, admin } = library;
  const [photograph] = photographsOf([0]);
  const hundredAndOne = Array.from({ length: 101 }, () => photograph);
  const refused: unknown[] = [
    { pdfs: [] },
    { pdfs: [{ path: 'a.pdf', photographs: [] }] },
    { pdfs: [{ path: 'a.pdf', photographs: hundredAndOne }] },
    { pdfs: [{ path: '', photographs: [photograph] }] },
    { pdfs: [{ path: 'a.pdf', photographs: [{ digest: 'x', size: 1 }] }] },
    { pdfs: Array.from({ length: 21 }, () => ({ path: 'a.pdf', photographs: [photograph] })) },
  ];
  for (const json of refused) expect((await admin.call('POST', '/staging/photographs', { json })).status).toBe(400);
  for (const digests of [[], ['x'], Array.from({ length: 501 }, () => photograph?.digest)])
    expect((await admin.call('POST', '/photographs/find', { json: { digests } })).status).toBe(400);
  for (const caller of [visitor, student]) {
    const json = { pdfs: [{ path: 'a.pdf', photographs: [photograph] }] };
    expect((await caller.call('POST', '/staging/photographs', { json })).status).toBe(401);
    expect((await caller.call('POST', '/photographs/find', { json: { digests: [photograph?.digest] } })).status).toBe(
      401,
    );
  }
});
