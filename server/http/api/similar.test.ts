import { afterAll, beforeAll, expect, test } from 'vitest';
import { examLines } from '#bench/documents/exam-lines.ts';
import { uploadSmallFile, type ContractCaller } from '#test/support/contract-caller.ts';
import { allOf } from '#test/support/all-of.ts';
import { makePdf } from '#test/support/documents.ts';
import { lineOf, storeRecognised } from '#test/support/recognised-scan.ts';
import { noteData, notes, openThreeCallers } from '#test/support/three-callers.ts';

async function publish(admin: ContractCaller, id: string, content: string): Promise<void> {
  await uploadSmallFile(admin, { id, name: `${id}.pdf`, content });
  const downloadUrl = `/v1/storage/buckets/files/files/${id}/preview`;
  const answer = await admin.call('POST', notes, {
    json: { documentId: id, data: { ...noteData, title: id, downloadUrl } },
  });
  if (answer.status !== 201) throw new Error(answer.text);
}

const questions = examLines(5).map((line) => line.slice(0, 70));
const pdfOf = (lines: string[], title: string) => String(makePdf([lines, ['The end']], { title }));

async function openTwins() {
  const library = await openThreeCallers({ readsTexts: true });
  const { admin, services } = library;
  await publish(admin, 'first', pdfOf(questions, 'One'));
  await publish(admin, 'again', pdfOf(questions, 'Another'));
  await publish(admin, 'next-year', pdfOf(examLines(6), 'Next year'));
  const settle = async () => {
    await services.textReading.idle();
    await services.similar.idle();
  };
  await settle();
  const list = async () => {
    const { json } = await admin.call('GET', '/materials/similar');
    return (json['pairs'] as { documents: { $id: string }[]; same: number }[]).map(({ documents, same }) => [
      documents.map((document) => document.$id).toSorted(),
      same,
    ]);
  };
  return { ...library, settle, list };
}

const twins = [[['again', 'first'], 1]];

/** One library for all tests, which build on each other, because starting one takes longer than a test. */
let library: Awaited<ReturnType<typeof openTwins>>;

beforeAll(async () => {
  library = await openTwins();
});

afterAll(() => library[Symbol.asyncDispose]());

test('two materials with the same text are listed once both are read, but not in the trash or after a dismissal', async () => {
  const { admin, student, visitor, list } = library;
  expect(await list()).toEqual(twins);
  expect((await visitor.call('GET', '/materials/similar')).status).toBe(401);
  expect((await student.call('GET', '/materials/similar')).status).toBe(401);

  await admin.call('DELETE', `${notes}/again`, { json: {} });
  expect(await list()).toEqual([]);
  const pair = { json: { firstId: 'again', secondId: 'first' } };
  expect((await admin.call('POST', '/materials/similar/keep', pair)).json['type']).toBe('document_not_found');
  await admin.call('POST', '/materials/again/restore');
  expect(await list()).toEqual(twins);

  expect((await admin.call('POST', '/materials/similar/keep', pair)).status).toBe(204);
  expect((await admin.call('POST', '/materials/similar/keep', pair)).status).toBe(204);
  expect(await list()).toEqual([]);
  await library.services.similar.catchUp();
  await library.settle();
  expect(await list()).toEqual([]);
});

test('a dismissed pair is forgotten with the last file of either material', async () => {
  const { admin, resources, services } = library;
  await admin.call('POST', '/materials/similar/keep', { json: { firstId: 'first', secondId: 'again' } });
  expect(await resources.database.keptPairs.list()).toHaveLength(1);
  await admin.call('DELETE', `${notes}/again`, { json: {} });
  await admin.call('POST', '/materials/again/purge');
  for (const place of ['here', 'shared'] as const) await services.derived.sweep(place);
  expect(await resources.database.keptPairs.list()).toEqual([]);
  expect(await library.list()).toEqual([]);
  const compared = await allOf(services.similar.digests('here'));
  expect(new Set(compared)).toEqual(await resources.database.files.knownDigests(compared));
});

test('a file with the bytes of a published material names it, except for its own material', async () => {
  const { admin, visitor } = library;
  await uploadSmallFile(admin, { id: 'copy', name: 'copy.pdf', content: pdfOf(questions, 'One') });
  const same = async (id: string) => {
    const { status, json } = await admin.call('GET', `/files/${id}/same`);
    return [status, (json['documents'] as { $id: string }[] | undefined)?.map((document) => document.$id)];
  };
  expect(await same('copy')).toEqual([200, ['first']]);
  expect(await same('first')).toEqual([200, []]);
  expect(await same('missing')).toEqual([404, undefined]);
  expect((await visitor.call('GET', '/files/copy/same')).status).toBe(401);
});

test('a document whose text changed since it was compared is compared again at the next start', async () => {
  const { services, settle, list } = library;
  expect(await list()).toEqual([]);
  await storeRecognised(library, 'next-year', [questions.map((each) => lineOf(each)), [lineOf('The end')]]);
  await services.similar.catchUp();
  await settle();
  expect(await list()).toEqual([[['first', 'next-year'], 1]]);
});
