import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SameMaterialsAnswer, StagedBatchAnswer, StagedListAnswer } from '#contract/schemas/answer-types.ts';
import { examLines } from '#bench/documents/exam-lines.ts';
import { uploadSmallFile } from '#test/support/contract-caller.ts';
import { makePdf } from '#test/support/documents.ts';
import { digest } from '#test/support/library.ts';
import { noteData, notes, openThreeCallers } from '#test/support/three-callers.ts';

/** Tests the duplicates reported for a file that is uploaded again while the library has it in the trash or hidden. */

let library: Awaited<ReturnType<typeof openThreeCallers>>;

beforeAll(async () => {
  library = await openThreeCallers({ readsTexts: true });
  const { admin } = library;
  for (const [id, seed] of [
    ['shown', 1],
    ['inTrash', 2],
    ['hidden', 3],
  ] as const) {
    await uploadSmallFile(admin, { id, name: `${id}.pdf`, content: new Uint8Array(pdf(seed)) });
    const data = { ...noteData, title: `Note ${id}`, downloadUrl: `/v1/storage/buckets/files/files/${id}/preview` };
    await admin.call('POST', notes, { json: { documentId: id, data } });
  }
  await admin.call('DELETE', `${notes}/inTrash`, { json: {} });
  await admin.call('POST', '/materials/hidden/hide', { json: { reason: 'asked for' } });
  await settle();
});

afterAll(() => library[Symbol.asyncDispose]());

const pdf = (seed: number, more: string[] = []) =>
  makePdf([[...more, ...examLines(seed).map((line) => line.slice(0, 70))]]);

async function settle(): Promise<void> {
  const { textReading, similar, staging } = library.services;
  for (let round = 0; round < 3; round += 1) {
    await textReading.idle();
    await similar.idle();
    await staging.idle();
  }
}

async function stage(files: readonly { path: string; bytes: Buffer }[]): Promise<StagedBatchAnswer['files']> {
  const json = { files: files.map(({ path, bytes }) => ({ path, size: bytes.length, digest: digest(bytes) })) };
  const { files: rows } = (await library.admin.call('POST', '/staging', { json })).json as StagedBatchAnswer;
  return rows;
}

const discard = (rows: readonly { $id: string }[]) =>
  library.admin.call('POST', '/staging/discard', { json: { ids: rows.map(({ $id }) => $id) } });
const aMoment = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string;

test('a staged file names the material that has its bytes, its subject, and since when it has been in the trash or hidden', async () => {
  const rows = await stage([
    { path: 'heap/shown.pdf', bytes: pdf(1) },
    { path: 'heap/trash.pdf', bytes: pdf(2) },
    { path: 'heap/hidden.pdf', bytes: pdf(3) },
  ]);
  const same = { how: 'bytes', subject: 'Physics', stagedId: null };
  expect(rows.map(({ duplicates }) => duplicates)).toMatchObject([
    [{ ...same, title: 'Note shown', isInTrash: false, isHidden: false, since: null }],
    [{ ...same, title: 'Note inTrash', isInTrash: true, isHidden: false, since: aMoment }],
    [{ ...same, title: 'Note hidden', isInTrash: false, isHidden: true, since: aMoment }],
  ]);
  const { admin } = library;
  const trash = (await admin.call('GET', '/materials/trash?kind=note')).json['documents'] as { $deletedAt: string }[];
  expect(trash.map(({ $deletedAt }) => $deletedAt)).toContain(rows[1]?.duplicates[0]?.since);
  await discard(rows);
});

test('a file with nearly the same text is named in the same way, published materials first', async () => {
  const { admin } = library;
  const file = { path: 'heap/nearly.pdf', bytes: pdf(2, ['Answer all questions.']) };
  const [row] = await stage([file]);
  await uploadSmallFile(admin, { id: row?.fileId ?? '', name: 'nearly.pdf', content: new Uint8Array(file.bytes) });
  await settle();
  const read = async () => ((await admin.call('GET', '/staging')).json as StagedListAnswer).files[0]?.duplicates;
  expect(await read()).toMatchObject([{ how: 'text', title: 'Note inTrash', isInTrash: true, since: aMoment }]);
  await uploadSmallFile(admin, { id: 'twin', name: 'twin.pdf', content: new Uint8Array(pdf(2)) });
  const data = { ...noteData, title: 'Twin', downloadUrl: '/v1/storage/buckets/files/files/twin/preview' };
  await admin.call('POST', notes, { json: { documentId: 'twin', data } });
  await settle();
  expect(await read()).toMatchObject([{ title: 'Twin', isInTrash: false }, { title: 'Note inTrash' }]);
  await admin.call('DELETE', `${notes}/twin`, { json: {} });
  await admin.call('POST', '/materials/twin/purge');
  await discard(row ? [row] : []);
});

test('a file that was published from the import and then hidden is named as hidden when it is imported again', async () => {
  const { admin } = library;
  const file = { path: 'CSIT/Sem 4/Operating Systems/imported.pdf', bytes: pdf(4) };
  const [row] = await stage([file]);
  await uploadSmallFile(admin, { id: row?.fileId ?? '', name: 'imported.pdf', content: new Uint8Array(file.bytes) });
  await settle();
  const manual = { facultyId: 'csit', semesterId: '4', subject: 'Operating Systems', kind: 'note', year: null };
  await admin.call('PATCH', '/staging', { json: { ids: [row?.$id], manual } });
  await settle();
  const published = await admin.call('POST', '/staging/publish', { json: { ids: [row?.$id], accept: ['doubtful'] } });
  const [made] = published.json['results'] as { materialId: string }[];
  expect((await stage([file]))[0]?.state).toBe('published');
  await admin.call('POST', `/materials/${made?.materialId}/hide`, { json: { reason: 'asked for' } });
  const [again] = await stage([file]);
  expect(again).toMatchObject({
    state: 'waiting',
    duplicates: [{ materialId: made?.materialId, isHidden: true, since: aMoment }],
  });
  await discard(again ? [again] : []);
});

test('the upload form gets materials in the trash, hidden materials and staged files with the same bytes, and their dates', async () => {
  const { admin } = library;
  const same = async (id: string, seed: number) => {
    await uploadSmallFile(admin, { id, name: `${id}.pdf`, content: new Uint8Array(pdf(seed)) });
    return (await admin.call('GET', `/files/${id}/same`)).json as SameMaterialsAnswer;
  };
  expect(await same('again1', 1)).toMatchObject({
    total: 1,
    documents: [{ $id: 'shown', $deletedAt: null, $hiddenAt: null }],
    staged: [],
  });
  expect((await same('again2', 2)).documents).toMatchObject([{ $id: 'inTrash', $deletedAt: aMoment, $hiddenAt: null }]);
  expect((await same('again3', 3)).documents).toMatchObject([{ $id: 'hidden', $deletedAt: null, $hiddenAt: aMoment }]);

  const file = { path: 'heap/staged.pdf', bytes: pdf(5) };
  const [row] = await stage([file]);
  expect((await same('again3b', 5)).staged).toEqual([]);
  await uploadSmallFile(admin, { id: row?.fileId ?? '', name: 'staged.pdf', content: new Uint8Array(file.bytes) });
  expect(await same('again4', 5)).toMatchObject({
    total: 0,
    documents: [],
    staged: [{ $id: row?.$id, path: 'heap/staged.pdf', $createdAt: aMoment }],
  });
  // The row's own file is not listed.
  expect((await admin.call('GET', `/files/${row?.fileId}/same`)).json).toMatchObject({ total: 0, staged: [] });
});
