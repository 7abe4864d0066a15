import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examLines } from '#bench/documents/exam-lines.ts';
import type {
  StagedBatchAnswer,
  StagedDiscardedAnswer,
  StagedFileAnswer,
  StagedListAnswer,
  StagedPublishedAnswer,
  StagedUpdatedAnswer,
  StagingChangesAnswer,
} from '#contract/schemas/answer-types.ts';
import { uploadSmallFile, type ContractCaller } from '#test/support/contract-caller.ts';
import { chunkBytes } from '#domain/text/chunk.ts';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite-file.ts';
import { openForReading, takeSnapshot } from '#server/engines/database/sqlite/snapshot.ts';
import { makePdf } from '#test/support/documents.ts';
import { digest } from '#test/support/library.ts';
import { makeLockedPdf } from '#test/support/locked-pdf.ts';
import { column, makePlacedPdf } from '#test/support/placed-text.ts';
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
    setManual: (ids: string[], manual: object, forget: string[] = []) =>
      read<StagedUpdatedAnswer>('PATCH', '/staging', { ids, manual, forget }),
    publish: (ids: string[], accept: string[] = []) =>
      read<StagedPublishedAnswer>('POST', '/staging/publish', { ids, accept }),
    discard: (ids: string[]) => read<StagedDiscardedAnswer>('POST', '/staging/discard', { ids }),
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

const questions = (seed: number) => examLines(seed).map((line) => line.slice(0, 70));

/** Returns a paper whose first page has all fields; each paper has different questions. */
const paper = (name: string, seed: number, year = '2079 Magh') =>
  sent(name, [
    'Tribhuvan University',
    'Bachelor Level / Second Year / Fourth Semester',
    'Computer Science and Information Technology (CSC 264)',
    'Operating Systems',
    year,
    'Full Marks: 60',
    ...questions(seed),
  ]);

const idsOf = (rows: readonly { $id: string }[]) => rows.map(({ $id }) => $id);

/** One library for all tests, because starting one takes longer than a test. */
let library: Awaited<ReturnType<typeof openStaging>>;

beforeAll(async () => {
  library = await openStaging();
});

afterAll(() => library[Symbol.asyncDispose]());

test('a file is announced, uploaded, read and published once, under the reserved id', async () => {
  const { upload, settle, list, publish, visitor, stage, changes } = library;
  const file = paper('CSIT/Sem 4/OS/Operating Systems board question.pdf', 5);
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
  expect(idsOf((await changes(revision)).files)).toEqual([row?.$id]);
  const id = row?.$id ?? '';
  const announced: string[] = [];
  const stop = library.services.changes.listen((change) => {
    if (change.subject === 'material') announced.push(`${change.action} ${change.material.id}`);
  });
  // Two concurrent requests, as from two windows.
  const [first, second] = await Promise.all([publish([id]), publish([id])]);
  const results = [...(first?.results ?? []), ...(second?.results ?? [])];
  expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['already-published', 'published']);
  expect(new Set(results.map(({ materialId }) => materialId)).size).toBe(1);
  stop();
  expect(announced).toEqual([`create ${results[0]?.materialId}`]);
  const material = await visitor.call('GET', `/materials/${results[0]?.materialId}`);
  expect([material.status, material.json['document']]).toMatchObject([200, { year: 2023, yearBs: 2079 }]);
  expect((await stage([file])).files[0]).toMatchObject({ $id: id, state: 'published' });
});

test('a staged file is for administrators only until it is published, on every route', async () => {
  const { upload, settle, publish, visitor, student, admin } = library;
  const [row] = await upload([paper('CSIT/Sem 4/OS/OS hidden 2078.pdf', 6, '2078 Magh')]);
  await settle();
  const file = `/storage/buckets/files/files/${row?.fileId}`;
  const routes = ['', '/view', '/download', '/preview', '/preview?width=320&output=webp', '/view?copy=reading'];
  const ask = async (caller: ContractCaller) =>
    Promise.all(routes.map(async (route) => (await caller.call('GET', file + route)).status));
  for (const caller of [visitor, student]) expect(await ask(caller)).toEqual(routes.map(() => 404));
  expect(await ask(admin)).toEqual(routes.map(() => 200));
  expect((await visitor.call('GET', '/storage/buckets/files/files')).status).toBe(401);
  const unused = (await admin.call('GET', '/materials/unused-files?limit=500')).json['files'] as { $id: string }[];
  expect(idsOf(unused)).not.toContain(row?.fileId);
  expect((await publish([row?.$id ?? ''])).results[0]?.outcome).toBe('published');
  for (const caller of [visitor, student]) expect(await ask(caller)).toEqual(routes.map(() => 200));
});

test('bytes that are already in the library or the trash are reported before they are sent', async () => {
  const { stage, publish, upload, settle, admin, list, discard } = library;
  const byForm = paper('os.pdf', 4, '2074 Magh');
  await uploadSmallFile(admin, { id: 'formfile', name: 'os.pdf', content: new Uint8Array(byForm.bytes) });
  const place = { subject: 'Operating Systems', facultyId: 'csit', semesterId: '4', year: 2018, title: 'By the form' };
  const downloadUrl = '/v1/storage/buckets/files/files/formfile/preview';
  await admin.call('POST', '/databases/library/collections/papers/documents', {
    json: { documentId: 'form', data: { ...place, downloadUrl } },
  });
  const inTrash = paper('CSIT/Sem 4/OS/OS trash 2077.pdf', 7, '2077 Magh');
  const [trashRow] = await upload([inTrash]);
  await settle();
  const { materialId } = (await publish([trashRow?.$id ?? ''])).results[0] ?? {};
  await admin.call('DELETE', `/databases/library/collections/papers/documents/${materialId}`, { json: {} });
  const fresh = paper('CSIT/Sem 4/OS/OS fresh 2076.pdf', 8, '2076 Magh');
  const { files: rows } = await stage([byForm, { ...inTrash, path: 'elsewhere/trash.pdf' }, fresh]);
  expect(rows.map(({ duplicates }) => duplicates.map(({ how, title, isInTrash }) => [how, title, isInTrash]))).toEqual([
    [['bytes', 'By the form', false]],
    [['bytes', 'OS trash 2077', true]],
    [],
  ]);
  // Repeating the request returns the same rows, so that an interrupted import continues.
  expect(await stage([fresh])).toMatchObject({ created: 0, files: [{ $id: rows[2]?.$id, state: 'waiting' }] });
  expect((await list('duplicates')).total).toBe(2);
  await discard(idsOf(rows));
  expect((await list()).total).toBe(0);
});

test('copies are one row within a batch and across batches, guessed from all paths, and published once', async () => {
  const { stage, upload, settle, list, changes, publish, discard, setManual, visitor } = library;
  const unit = sent('drive/CSIT/0 All notes.zip/Unit 6 (1).pdf', ['Deadlocks', ...questions(51)]);
  const inSubject = { ...unit, path: 'drive/CSIT/4th Semester/Operating Systems/Notes/Unit 6.pdf' };
  const { revision } = await list();
  const { files, created } = await stage([
    unit,
    sent('drive/other.pdf', ['Other']),
    { ...unit, path: 'drive/x/y.pdf' },
  ]);
  expect([created, files[0]?.$id, files[0]?.fileId]).toEqual([2, files[2]?.$id, files[2]?.fileId]);
  expect(files[0]).toMatchObject({ duplicates: [], pathCount: 2, title: 'Unit 6' });
  expect(files[0]?.doubtful).toContain('subject');

  // A better path is staged later by another administrator from another folder, after the bytes have arrived.
  await upload([unit]);
  await settle();
  const [better] = (await stage([inSubject])).files;
  expect(better).toMatchObject({
    $id: files[0]?.$id,
    state: 'checked',
    path: inSubject.path,
    otherPaths: [unit.path, 'drive/x/y.pdf'],
    pathCount: 3,
    title: 'Unit 6',
    isReady: true,
    duplicates: [],
    fields: { facultyId: { value: 'csit' }, semesterId: { value: '4' }, subject: { value: 'Operating Systems' } },
  });
  const changed = (await changes(revision)).files.filter(({ $id }) => $id === better?.$id);
  expect(changed.map(({ path: shown }) => shown)).toEqual([inSubject.path]);
  expect((await stage([unit, inSubject])).files.map(({ revision: seen }) => seen)).toEqual(
    Array(2).fill(better?.revision),
  );

  // A path that contradicts the others makes it doubtful; manual values decide.
  const elsewhere = { ...unit, path: 'drive/CSIT/5th Semester/Web Technology/Notes/Unit 6.pdf' };
  const [unsure] = (await stage([elsewhere])).files;
  expect([unsure?.isReady, unsure?.doubtful]).toEqual([false, ['semesterId', 'subject']]);
  const id = unsure?.$id ?? '';
  expect((await publish([id])).results[0]?.reason).toContain('Only guessed: term, subject.');
  await setManual([id], { semesterId: '4', subject: 'Operating Systems' });
  const materialId = (await publish([id])).results[0]?.materialId;
  expect(materialId).not.toBeNull();
  const [late] = (await stage([{ ...unit, path: 'late/Unit 6.pdf' }])).files;
  expect(late).toMatchObject({ $id: id, state: 'published', materialId, pathCount: 5 });
  const material = await visitor.call('GET', `/materials/${materialId}`);
  expect(material.json['document']).toMatchObject({ title: 'Unit 6', subject: 'Operating Systems' });
  await discard([files[1]?.$id ?? '', id]);
});

test('files in the folder of each copy inherit the manual values of a file', async () => {
  const { stage, setManual, list, discard } = library;
  const copy = sent('pile/one.pdf', ['page one']);
  const { files } = await stage([
    copy,
    { ...copy, path: 'sorted/2078.pdf' },
    sent('pile/two.pdf', ['page two']),
    sent('sorted/2079.pdf', ['page three']),
    sent('apart/2079.pdf', ['page four']),
  ]);
  const [one, , two, three, four] = idsOf(files);
  await setManual([one ?? ''], { facultyId: 'csit', semesterId: '4', subject: 'Operating Systems' });
  const sources = async () => {
    const now = new Map((await list()).files.map((row) => [row.$id, row.fields.subject]));
    return [two, three, four].map((id) => [now.get(id ?? '')?.value, now.get(id ?? '')?.inheritedFrom ?? null]);
  };
  const inherited = ['Operating Systems', one];
  expect(await sources()).toEqual([inherited, inherited, [null, null]]);
  // A later copy applies the values to its folder.
  await stage([{ ...copy, path: 'apart/2080.pdf' }]);
  await library.settle();
  expect((await sources())[2]).toEqual(inherited);
  await discard([...new Set(idsOf(files))]);
});

test('two administrators who stage the same file at the same time get the same row', async () => {
  const { admin, list, discard } = library;
  const { bytes } = sent('at once', ['Staged at once']);
  const files = (folder: string) =>
    ['a', 'b'].map((name) => ({ path: `${folder}/${name}.pdf`, size: bytes.length, digest: digest(bytes) }));
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => admin.call('POST', '/staging', { json: { files: files(`d${index}`) } })),
  );
  const rows = answers.flatMap(({ json }) => (json as unknown as StagedBatchAnswer).files);
  expect([rows.length, new Set(idsOf(rows)).size]).toEqual([12, 1]);
  expect((await list()).files).toMatchObject([{ pathCount: 12 }]);
  await discard([rows[0]?.$id ?? '']);
});

test('similar files inherit manual values, doubtfully by folder alone, until they are reset', async () => {
  const { stage, setManual, list, discard } = library;
  const { files: rows } = await stage(
    ['deadlock 2078.pdf', 'deadlock 2079.pdf', 'other.pdf', 'CSIT Sem 5 Web Technology.pdf'].map((name, index) =>
      sent(`heap/${name}`, [`page ${index}`]),
    ),
  );
  const [first = '', next = '', other = '', sure = ''] = idsOf(rows);
  const place = { facultyId: 'csit', semesterId: '4', subject: 'Operating Systems' };
  await setManual([first], { ...place, kind: 'note', year: null });
  const read = async () => new Map((await list()).files.map((row) => [row.$id, row]));
  let now = await read();
  expect(now.get(first)).toMatchObject({
    doubtful: [],
    confidence: 1,
    fields: { year: { value: null, source: 'manual' } },
  });
  expect(now.get(next)?.fields).toMatchObject({
    subject: { value: 'Operating Systems', source: 'inherited', inheritedFrom: first },
    kind: { value: 'note', source: 'inherited' },
  });
  expect(now.get(next)?.doubtful).toEqual([]);
  expect(now.get(other)).toMatchObject({
    fields: { subject: { value: 'Operating Systems', source: 'inherited' } },
    doubtful: ['facultyId', 'semesterId', 'subject', 'kind'],
    isReady: false,
  });
  expect(now.get(sure)?.fields.subject).toMatchObject({ value: 'Web Technology', source: 'guess' });
  // The manual values of a row stay when other rows are set by hand.
  await setManual([next], { subject: 'Theory of Computation' });
  now = await read();
  expect(now.get(next)?.fields.subject).toMatchObject({ value: 'Theory of Computation', source: 'manual' });
  expect(now.get(first)?.fields.subject.value).toBe('Operating Systems');
  await setManual([first, next], {}, ['facultyId', 'semesterId', 'subject', 'kind', 'year']);
  now = await read();
  expect(now.get(other)?.fields.subject.source).toBe('none');
  // A faculty narrows the other fields.
  const answer = await setManual([first], { facultyId: 'csit', kind: 'paper' });
  expect(answer).toMatchObject({ changed: 1, skipped: [] });
  const { status, json } = await library.admin.call('PATCH', '/staging', {
    json: { ids: [first], manual: { facultyId: 'nowhere' } },
  });
  expect([status, json['type']]).toEqual([400, 'general_argument_invalid']);
  await discard(idsOf(rows));
});

test('damaged, locked, doubtful and nearly equal files are refused with a sentence, and published once accepted', async () => {
  const { upload, settle, list, publish, setManual, discard } = library;
  const whole = paper('x', 9).bytes;
  const rows = await upload([
    { path: 'CSIT/Sem 4/OS/OS damaged 2071.pdf', bytes: whole.subarray(0, 700) },
    {
      path: 'CSIT/Sem 4/OS/OS locked 2072.pdf',
      bytes: makeLockedPdf('x', { cipher: 'aes-256', password: Buffer.from('x') }),
    },
    paper('again/os again.pdf', 5),
    sent('unknown/abc.pdf', ['Nothing is said']),
  ]);
  await settle();
  const ids = idsOf(rows);
  const found = new Map((await list()).files.map((row) => [row.$id, row]));
  expect(ids.map((id) => found.get(id)?.state)).toEqual(ids.map(() => 'checked'));
  expect((await list('unreadable')).total).toBe(2);
  expect((await list('duplicates')).files.map(({ path: name }) => name)).toEqual(['again/os again.pdf']);
  await setManual(ids.slice(0, 2), { kind: 'paper', year: 2015 });
  expect((await publish([...ids, 'gone'])).results.map(({ reason }) => reason)).toEqual([
    'This PDF looks damaged. Readers may see “Failed to load PDF file.”',
    'This PDF needs a password to open.',
    'A file with nearly the same text is in the library as “Operating Systems board question”.',
    'It is not known: faculty, term, subject, kind.',
    'It is not staged any more.',
  ]);
  const accepted = (await publish(ids, ['unreadable', 'duplicates', 'doubtful'])).results;
  expect(accepted.map(({ outcome }) => outcome)).toEqual(['published', 'published', 'published', 'refused']);
  await discard([ids[3] ?? '']);
});

test('discarding deletes the file unless a material uses it, and published materials stay', async () => {
  const { upload, settle, discard, list, admin, resources, publish, visitor } = library;
  const rows = await upload([
    paper('CSIT/Sem 4/OS/OS one 2061.pdf', 21, '2061 Magh'),
    paper('CSIT/Sem 4/OS/OS two 2062.pdf', 22, '2062 Magh'),
    paper('CSIT/Sem 4/OS/OS three 2063.pdf', 23, '2063 Magh'),
  ]);
  await settle();
  const [one, two, three] = rows;
  const place = { subject: 'Physics', facultyId: 'csit', semesterId: '1', year: 2020, title: 'By hand' };
  const downloadUrl = `/v1/storage/buckets/files/files/${two?.fileId}/preview`;
  await admin.call('POST', '/databases/library/collections/papers/documents', {
    json: { documentId: 'byhand', data: { ...place, downloadUrl } },
  });
  // The file of the row was uploaded to the library separately.
  expect((await publish([two?.$id ?? ''])).results[0]?.reason).toBe('The same file is in the library as “By hand”.');
  const published = (await publish([three?.$id ?? ''])).results[0]?.materialId;
  const answer = await discard(idsOf(rows));
  expect(answer).toMatchObject({ discarded: 3, kept: [{ id: three?.$id }, { id: two?.$id }] });
  expect(await resources.storage.find(one?.fileId ?? '')).toBeNull();
  expect(await resources.storage.find(two?.fileId ?? '')).not.toBeNull();
  expect((await visitor.call('GET', `/materials/${published}`)).status).toBe(200);
  expect((await list('open')).total).toBe(0);
});

test('a row whose file is deleted elsewhere, or whose upload is interrupted, waits for its bytes and accepts them again', async () => {
  const { upload, settle, discard, list, admin, stage } = library;
  const file = paper('CSIT/Sem 4/OS/OS deleted 2064.pdf', 24, '2064 Magh');
  const [row] = await upload([file]);
  await settle();
  const address = `/storage/buckets/files/files/${row?.fileId}`;
  expect((await admin.call('DELETE', address, { json: {} })).status).toBe(204);
  expect((await list('waiting')).files).toMatchObject([{ $id: row?.$id, state: 'waiting', fileType: null }]);
  // Only the first chunk.
  const form = new FormData();
  form.set('fileId', row?.fileId ?? '');
  form.set(
    'file',
    new Blob([new Uint8Array(makePdf([['x']], { padBytes: chunkBytes })).subarray(0, chunkBytes)]),
    'a.pdf',
  );
  const headers = { 'content-range': `bytes 0-${chunkBytes - 1}/${chunkBytes + 100}` };
  expect((await admin.call('POST', '/storage/buckets/files/files', { body: form, headers })).status).toBe(201);
  expect((await stage([file])).files[0]).toMatchObject({ $id: row?.$id, state: 'waiting', hasUpload: true });
  expect((await admin.call('DELETE', address, { json: {} })).status).toBe(204);
  expect(idsOf(await upload([file]))).toEqual([row?.$id]);
  await settle();
  expect((await list('ready')).files.map(({ $id }) => $id)).toEqual([row?.$id]);
  await discard([row?.$id ?? '']);
});

test('changes are returned in order and in pages, and a client whose position is unknown or too old starts again', async () => {
  const { stage, changes, list, discard, read } = library;
  const { revision } = await list('all');
  const { files: rows } = await stage([sent('a/1.pdf', ['1']), sent('a/2.pdf', ['2']), sent('a/3.pdf', ['3'])]);
  const seen: string[] = [];
  for (let since = revision, hasMore = true; hasMore;) {
    const page = await read<StagingChangesAnswer>('GET', `/staging/changes?since=${since}&limit=2`);
    seen.push(...idsOf(page.files));
    ({ revision: since, hasMore } = page);
  }
  expect(seen).toEqual(idsOf(rows));
  const before = (await list('all')).revision;
  await discard([rows[1]?.$id ?? '']);
  expect(await changes(before)).toMatchObject({ removed: [rows[1]?.$id], files: [], isReset: false });
  expect(await changes('other.1')).toMatchObject({ isReset: true, files: [] });
  expect(await changes('nonsense')).toMatchObject({ isReset: true });
  await discard(idsOf(rows));
});

test('lists are paged, and requests that are too large, empty or invalid are refused with the allowed values', async () => {
  const { stage, read, admin, discard } = library;
  const { files: rows } = await stage(Array.from({ length: 5 }, (_, index) => sent(`b/${index}.pdf`, [`${index}`])));
  const first = await read<StagedListAnswer>('GET', '/staging?limit=3');
  const rest = await read<StagedListAnswer>('GET', `/staging?limit=3&cursor=${first.next}`);
  expect([...idsOf(first.files), ...idsOf(rest.files)]).toEqual(idsOf(rows));
  expect([first.total, rest.next]).toEqual([5, null]);
  await discard(idsOf(rows));
  const file = { path: 'a.pdf', size: 1, digest: 'a'.repeat(64) };
  const digestOf = (index: number) => String(index).padStart(64, '0');
  const wrong: [string, string, object][] = [
    ['POST', '/staging', { files: Array.from({ length: 201 }, () => file) }],
    ['POST', '/staging', { files: [] }],
    ['POST', '/staging', { files: [{ ...file, size: 0 }] }],
    ['POST', '/staging', { files: [{ ...file, digest: 'x' }] }],
    ['POST', '/staging', { files: [{ ...file, path: 'x'.repeat(1001) }] }],
    ['POST', '/staging', { files: [{ ...file, size: 10 ** 12 }] }],
    ['PATCH', '/staging', { ids: Array.from({ length: 1001 }, () => 'a') }],
    ['PATCH', '/staging', { ids: ['a'], manual: { year: 1 } }],
    ['PATCH', '/staging', { ids: ['a'], forget: ['path'] }],
    ['POST', '/staging/publish', { ids: Array.from({ length: 201 }, () => 'a') }],
    ['POST', '/staging/discard', { ids: [] }],
  ];
  for (const [method, address, json] of wrong)
    expect([address, (await admin.call(method, address, { json })).status]).toEqual([address, 400]);
  const mostly = Array.from({ length: 200 }, (_, index) => ({
    ...file,
    path: `${index}.pdf`,
    digest: digestOf(index),
  }));
  const most = await read<StagedBatchAnswer>('POST', '/staging', { files: mostly });
  expect(most.created).toBe(200);
  await discard(idsOf(most.files));
});

test('at the limit of staged files, further files are refused and nothing is added', async () => {
  const { staging } = library.resources.database;
  const rows = ['1', '2', '3'].map((id) => ({
    id: `full${id}`,
    path: `${id}.pdf`,
    sizeBytes: 1,
    sha256: id.repeat(64),
    fileId: `file${id}`,
    materialId: `material${id}`,
  }));
  const { all } = await staging.counts();
  expect(await staging.add(rows, all + 2)).toBeNull();
  expect((await staging.counts()).all).toBe(all);
  expect((await staging.add(rows, all + 3))?.created).toBe(3);
  // Files that are staged already do not count towards the limit.
  expect((await staging.add(rows, all))?.created).toBe(0);
  await library.discard(rows.map(({ id }) => id));
});

test('rows without bytes and published rows are deleted after thirty days of lived time, rows with staged bytes never', async () => {
  const { upload, stage, settle, list, services, resources, publish, discard } = library;
  const files = [
    paper('CSIT/Sem 4/OS/OS kept 2065.pdf', 31, '2065 Magh'),
    paper('CSIT/Sem 4/OS/OS out 2066.pdf', 32, '2066 Magh'),
  ];
  const [kept, out] = await upload(files);
  await stage([sent('c/waiting.pdf', ['x'])]);
  await settle();
  await publish([out?.$id ?? '']);
  const day = 24 * 60 * 60 * 1000;
  const lived = await resources.database.livedTime.find();
  expect(await services.staging.sweep(lived + 29 * day)).toBe(0);
  expect(await services.staging.sweep(lived + 31 * day)).toBeGreaterThanOrEqual(2);
  expect(idsOf((await list('all')).files)).toEqual([kept?.$id]);
  expect(await resources.storage.find(kept?.fileId ?? '')).not.toBeNull();
  await discard([kept?.$id ?? '']);
});

test('a backup includes staged files, and after a restore a row with an unfinished upload waits for its bytes again', async () => {
  const { upload, stage, settle, dataDir, discard } = library;
  const [whole] = await upload([paper('CSIT/Sem 4/OS/OS backup 2067.pdf', 41, '2067 Magh')]);
  await settle();
  const { files: waiting } = await stage([sent('d/waiting.pdf', ['x'])]);
  using source = openForReading(dataDir);
  const target = path.join(dataDir, 'snapshot', sqliteFileName);
  mkdirSync(path.dirname(target));
  await takeSnapshot(source, target);
  using copy = openForReading(path.dirname(target));
  const rows = copy.prepare('select id, state from staged_files where state <> ? order by sequence').all('published');
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { id: whole?.$id, state: 'checked' },
    { id: waiting[0]?.$id, state: 'waiting' },
  ]);
  await discard([whole?.$id ?? '', waiting[0]?.$id ?? '']);
});

test('a staged file whose bytes are missing on the disk is not published until it is imported again', async () => {
  const { upload, settle, publish, discard, resources, list, visitor } = library;
  const file = paper('CSIT/Sem 4/OS/OS lost 2068.pdf', 42, '2068 Magh');
  const [row] = await upload([file]);
  await settle();
  await resources.storage.remove(row?.fileId ?? '');
  expect((await publish([row?.$id ?? ''])).results).toMatchObject([
    {
      outcome: 'refused',
      reason: 'Its bytes are missing on the server’s disk. Discard it, then choose the file again.',
    },
  ]);
  // The row stays: the disk may just not be mounted.
  expect(idsOf((await list('ready')).files)).toEqual([row?.$id]);
  await discard([row?.$id ?? '']);
  const [again] = await upload([file]);
  await settle();
  const [made] = (await publish([again?.$id ?? ''])).results;
  expect(made?.outcome).toBe('published');
  expect((await visitor.call('GET', `/storage/buckets/files/files/${again?.fileId}/view`)).status).toBe(200);
});

test('a paper whose headings are drawn after its questions is guessed from its headings', async () => {
  const { upload, settle, list } = library;
  const asked = Array.from({ length: 36 }, (_, index) => `${index + 1}. ${questions(40 + index)[0] ?? ''}`);
  const headings = [
    'Tribhuvan University',
    'Bachelor Level / Second Year / Fourth Semester',
    'Computer Science and Information Technology (CSC 264)',
    'Operating Systems',
    '2075 Magh',
    'Full Marks: 60, Time: 3 hours',
  ];
  const bytes = makePlacedPdf([...column(60, 150, asked), ...column(180, 30, headings)]);
  const [row] = await upload([{ path: 'Question Papers/14.pdf', bytes }]);
  await settle();
  const found = (await list()).files.find(({ $id }) => $id === row?.$id);
  expect(found?.fields).toMatchObject({
    facultyId: { value: 'csit' },
    semesterId: { value: '4' },
    subject: { value: 'Operating Systems' },
    year: { bs: 2075 },
  });
});
