import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StagedBatchAnswer, StagedFileAnswer, StagedListAnswer } from '#contract/schemas/answer-types.ts';
import { lockedPdf } from '#domain/file-warnings.ts';
import { smallPdf, uploadSmallFile, type Answer } from '#test/support/contract-caller.ts';
import { digest } from '#test/support/library.ts';
import { makeLockedPdf, type Lock } from '#test/support/locked-pdf.ts';
import { noteData, notes, openThreeCallers } from '#test/support/three-callers.ts';

/** Passwords of locked PDFs, which are shown to readers. */

let library: Awaited<ReturnType<typeof openThreeCallers>>;

const locks: Record<string, Lock & { typed: string }> = {
  aes: { cipher: 'aes-256', password: Buffer.from('Exam 2079'), typed: 'Exam 2079' },
  rc4: { cipher: 'rc4', password: Buffer.from('Exam 2079'), typed: 'Exam 2079' },
  devanagari: { cipher: 'aes-256', password: Buffer.from('परीक्षा'), typed: 'परीक्षा' },
  devanagariInBytes: { cipher: 'rc4', password: Buffer.from('परीक्षा'), typed: 'परीक्षा' },
  latin1: { cipher: 'rc4', password: Buffer.from('génie', 'latin1'), typed: 'génie' },
};

beforeAll(async () => {
  library = await openThreeCallers({ readsTexts: true });
  for (const [id, lock] of Object.entries(locks)) {
    const content = new Uint8Array(makeLockedPdf(`Locked ${id}`, lock));
    await uploadSmallFile(library.admin, { id, name: `${id}.pdf`, content });
  }
});

afterAll(() => library[Symbol.asyncDispose]());

const addressOf = (fileId: string) => `/v1/storage/buckets/files/files/${fileId}/preview`;

const create = (documentId: string, fileId: string, more: object): Promise<Answer> =>
  library.admin.call('POST', notes, {
    json: { documentId, data: { ...noteData, downloadUrl: addressOf(fileId), ...more } },
  });
const change = (id: string, data: object): Promise<Answer> =>
  library.admin.call('PATCH', `${notes}/${id}`, { json: { data } });

test.each(Object.keys(locks))('the password of a file locked with %s is stored if it opens the file', async (id) => {
  const { typed } = locks[id] as (typeof locks)[string];
  const wrong = await create(`wrong-${id}`, id, { filePassword: `${typed}!` });
  expect([wrong.status, wrong.json['type'], wrong.json['message']]).toEqual([
    400,
    'document_invalid_structure',
    expect.stringContaining('does not open the file'),
  ]);
  const made = await create(`right-${id}`, id, { filePassword: typed, filePasswordNote: ' From the notice\nboard ' });
  expect([made.status, made.json['filePassword'], made.json['filePasswordNote']]).toEqual([
    201,
    typed,
    'From the notice board',
  ]);
  const seen = await library.visitor.call('GET', `/materials/right-${id}`);
  expect(seen.json['document']).toMatchObject({ filePassword: typed });
});

test('a file that needs no password, or is not a PDF, accepts none; the note about a password is unrestricted', async () => {
  const open = await create('open', 'f2', { filePassword: 'any' });
  expect([open.status, open.json['message']]).toEqual([400, expect.stringContaining('opens without a password')]);
  expect((await create('noted', 'aes', { filePasswordNote: 'Ask your teacher' })).status).toBe(201);
  expect((await create('plain', 'f2', {})).json).toMatchObject({ filePassword: null, filePasswordNote: null });
});

test('a new password is checked against the current file of the material, and a new file removes the password', async () => {
  expect((await create('changed', 'aes', {})).status).toBe(201);
  expect((await change('changed', { filePassword: 'wrong' })).status).toBe(400);
  expect((await change('changed', { filePassword: 'Exam 2079' })).json).toMatchObject({ filePassword: 'Exam 2079' });
  expect((await change('changed', { title: 'Renamed' })).json).toMatchObject({ filePassword: 'Exam 2079' });
  // The password of the previous file does not open this one.
  const swapped = { downloadUrl: addressOf('devanagari'), filePassword: 'Exam 2079' };
  expect((await change('changed', swapped)).status).toBe(400);
  expect((await change('changed', { downloadUrl: addressOf('devanagari') })).json).toMatchObject({
    filePassword: null,
    filePasswordNote: null,
  });
  expect((await change('changed', { filePassword: 'परीक्षा' })).status).toBe(200);
  expect((await change('changed', { filePassword: null })).json).toMatchObject({ filePassword: null });
  const put = await library.admin.call('PUT', `${notes}/changed`, { json: { data: { filePassword: 'wrong' } } });
  expect(put.status).toBe(400);
});

test('a locked staged file is ready once it has a password that opens it, and is published with it', async () => {
  const { admin, services, visitor } = library;
  const bytes = makeLockedPdf('Staged', { cipher: 'aes-256', password: Buffer.from('1234') });
  const settle = async () => {
    for (let round = 0; round < 3; round += 1) {
      await services.textReading.idle();
      await services.staging.idle();
    }
  };
  const files = [{ path: 'CSIT/Sem 1/Physics/locked.pdf', size: bytes.length, digest: digest(bytes) }];
  const staged = (await admin.call('POST', '/staging', { json: { files } })).json as StagedBatchAnswer;
  const [row] = staged.files;
  await uploadSmallFile(admin, { id: row?.fileId ?? '', name: 'locked.pdf', content: new Uint8Array(bytes) });
  await settle();
  const ids = [row?.$id];
  const place = { facultyId: 'csit', semesterId: '1', subject: 'Physics', kind: 'note', year: null };
  await admin.call('PATCH', '/staging', { json: { ids, manual: place } });
  const read = async () => (await admin.call('GET', '/staging')).json as StagedListAnswer;
  expect(await read()).toMatchObject({
    counts: { ready: 0, unreadable: 1 },
    files: [{ warning: lockedPdf, filePassword: null, isReady: false }],
  });
  const setManual = (manual: object, forget: string[] = []) =>
    admin.call('PATCH', '/staging', { json: { ids, manual, forget } });
  const wrong = await setManual({ filePassword: '12345' });
  expect([wrong.status, wrong.json['message']]).toEqual([400, expect.stringContaining('does not open')]);
  const updated = (await setManual({ filePassword: '1234', filePasswordNote: 'Of the union' })).json[
    'files'
  ] as StagedFileAnswer[];
  expect(updated).toMatchObject([
    { filePassword: '1234', filePasswordNote: 'Of the union', warning: null, isReady: true },
  ]);
  expect((await read()).counts).toMatchObject({ ready: 1, unreadable: 0 });
  // The password can be removed.
  await setManual({}, ['filePassword']);
  expect((await read()).counts).toMatchObject({ ready: 0, unreadable: 1 });
  await setManual({ filePassword: '1234' });
  const published = (await admin.call('POST', '/staging/publish', { json: { ids } })).json['results'] as {
    outcome: string;
    materialId: string;
  }[];
  expect(published).toMatchObject([{ outcome: 'published' }]);
  const seen = await visitor.call('GET', `/materials/${published[0]?.materialId}`);
  expect(seen.json['document']).toMatchObject({ filePassword: '1234', filePasswordNote: 'Of the union' });
});

test("a password for a staged file that has not arrived, or needs none, is refused with the file's name", async () => {
  const { admin } = library;
  const bytes = Buffer.from(smallPdf.replace('200 300', '210 297'));
  const files = [{ path: 'heap/open.pdf', size: bytes.length, digest: digest(bytes) }];
  const [row] = ((await admin.call('POST', '/staging', { json: { files } })).json as StagedBatchAnswer).files;
  const json = { ids: [row?.$id], manual: { filePassword: 'x' } };
  const early = await admin.call('PATCH', '/staging', { json });
  expect([early.status, early.json['message']]).toEqual([400, expect.stringContaining('has not arrived')]);
  await uploadSmallFile(admin, { id: row?.fileId ?? '', name: 'open.pdf', content: new Uint8Array(bytes) });
  const open = await admin.call('PATCH', '/staging', { json });
  expect([open.status, open.json['message']]).toEqual([
    400,
    expect.stringContaining('is not needed for “heap/open.pdf”'),
  ]);
});
