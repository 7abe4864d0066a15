import { afterAll, beforeAll, expect, test } from 'vitest';
import { examLines } from '#bench/documents/exam-lines.ts';
import type {
  StagedBatchAnswer,
  StagedFileAnswer,
  StagedListAnswer,
  StagedPublishedAnswer,
  StagedToldAnswer,
  StagingChangesAnswer,
} from '#contract/additions.ts';
import { uploadSmallFile, type ContractCaller } from '#test/support/contract-caller.ts';
import { makePdf } from '#test/support/documents.ts';
import { digest } from '#test/support/library.ts';
import { openThreeCallers } from '#test/support/three-callers.ts';

type Sent = { path: string; bytes: Buffer };

const sent = (path: string, lines: string[], title = path): Sent => ({ path, bytes: makePdf([lines], { title }) });

function stager(admin: ContractCaller) {
  const read = async <Answer>(method: string, path: string, json?: unknown): Promise<Answer> => {
    const answer = await admin.call(method, path, json === undefined ? {} : { json });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.json as Answer;
  };
  const stage = (files: readonly Sent[]) =>
    read<StagedBatchAnswer>('POST', '/staging', {
      files: files.map(({ path, bytes }) => ({ path, size: bytes.length, digest: digest(bytes) })),
    });
  return {
    read,
    stage,
    async upload(files: readonly Sent[]): Promise<StagedFileAnswer[]> {
      const { files: rows } = await stage(files);
      for (const [index, { path, bytes }] of files.entries())
        await uploadSmallFile(admin, {
          id: rows[index]?.fileId ?? '',
          name: path.split('/').at(-1) ?? '',
          content: new Uint8Array(bytes),
        });
      return rows;
    },
    list: (filter = 'open') => read<StagedListAnswer>('GET', `/staging?filter=${filter}`),
    changes: (since: string) => read<StagingChangesAnswer>('GET', `/staging/changes?since=${since}`),
    tell: (ids: string[], told: object, forget: string[] = []) =>
      read<StagedToldAnswer>('PATCH', '/staging', { ids, told, forget }),
    publish: (ids: string[], accept: string[] = []) =>
      read<StagedPublishedAnswer>('POST', '/staging/publish', { ids, accept }),
  };
}

async function openStaging() {
  const library = await openThreeCallers({ readsTexts: true });
  const { services } = library;
  const settle = async () => {
    for (let round = 0; round < 3; round += 1) {
      await services.textReading.idle();
      await services.similar.idle();
      await services.staging.idle();
    }
  };
  return { ...library, ...stager(library.admin), settle };
}

let library: Awaited<ReturnType<typeof openStaging>>;

beforeAll(async () => {
  library = await openStaging();
});

afterAll(() => library[Symbol.asyncDispose]());

const questions = examLines(5).map((line) => line.slice(0, 70));

test('a file is announced, uploaded, read and published under the id that was reserved', async () => {
  const { upload, settle, list, publish, visitor, stage, changes } = library;
  const file = sent('CSIT/Sem 4/OS/Operating Systems board question.pdf', [
    'Tribhuvan University',
    'Bachelor Level / Second Year / Fourth Semester',
    'Computer Science and Information Technology (CSC 264)',
    'Operating Systems',
    '2079 Magh',
    ...questions,
  ]);
  const [row] = await upload([file]);
  expect(row).toMatchObject({ state: 'waiting', hasUpload: false, duplicates: [] });
  const { revision } = await list();
  await settle();
  const [checked] = (await list('ready')).files;
  expect(checked).toMatchObject({
    $id: row?.$id,
    state: 'checked',
    isReady: true,
    title: 'Operating Systems board question',
    fields: {
      facultyId: { value: 'csit' },
      semesterId: { value: '4' },
      subject: { value: 'Operating Systems' },
      kind: { value: 'paper' },
      year: { value: 2023, bs: 2079 },
    },
  });
  expect((await changes(revision)).files.map(({ $id }) => $id)).toEqual([row?.$id]);
  const id = row?.$id ?? '';
  const [published] = (await publish([id])).results;
  expect(published).toMatchObject({ outcome: 'published' });
  const again = (await publish([id])).results;
  expect(again).toEqual([{ ...published, outcome: 'already-published' }]);
  const material = await visitor.call('GET', `/materials/${published?.materialId}`);
  expect([material.status, (material.json['document'] as { year: number }).year]).toEqual([200, 2023]);
  expect((await stage([file])).files[0]).toMatchObject({ $id: id, state: 'published' });
});
