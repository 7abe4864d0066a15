import { expect, test } from 'vitest';
import type { StagedFileAnswer } from '#contract/schemas/answer-types.ts';
import { digest } from '#test/support/library.ts';
import { openTestPlace } from '#test/support/test-place.ts';
import { openThreeCallers } from '#test/support/three-callers.ts';

async function openStaging() {
  const library = await openThreeCallers({ readsTexts: true });
  const { admin, services } = library;
  const read = async (): Promise<Map<string, StagedFileAnswer>> => {
    await services.staging.idle();
    const { files } = (await admin.call('GET', '/staging?filter=open')).json as { files: StagedFileAnswer[] };
    return new Map(files.map((row) => [row.path, row]));
  };
  return {
    ...library,
    read,
    /** Each path has different bytes unless `bytes` is given. */
    async stage(paths: readonly string[], bytes?: string): Promise<StagedFileAnswer[]> {
      const files = paths.map((path) => ({ path, size: 10, digest: digest(Buffer.from(bytes ?? path)) }));
      return ((await admin.call('POST', '/staging', { json: { files } })).json as { files: StagedFileAnswer[] }).files;
    },
    discard: (ids: readonly string[]) => admin.call('POST', '/staging/discard', { json: { ids } }),
  };
}

async function openRecords(place: Awaited<ReturnType<typeof openTestPlace>>) {
  const database = await place.openRecords();
  return { staging: database.staging, [Symbol.asyncDispose]: () => database.close() };
}

test('files of a drive are doubtful while most other staged files of the drive name another university', async () => {
  await using library = await openStaging();
  const ours = 'Drive/CSIT/Semester 4/Operating Systems/notes.pdf';
  const elsewhere = 'Other drive/CSIT/Semester 4/Operating Systems/notes.pdf';
  await library.stage([ours, elsewhere]);
  let rows = await library.read();
  expect([rows.get(ours)?.doubtful, rows.get(elsewhere)?.doubtful]).toEqual([[], []]);

  const foreign = await library.stage(['Drive/NED University/os mid.pdf', 'Drive/NED University/dbms mid.pdf']);
  rows = await library.read();
  expect(rows.get(ours)).toMatchObject({
    doubtful: ['facultyId', 'semesterId', 'subject'],
    against: ['other files of this folder: “ned”'],
    fields: { subject: { value: 'Operating Systems' } },
  });
  expect(rows.get(elsewhere)?.doubtful).toEqual([]);

  await library.discard(foreign.map(({ $id }) => $id));
  rows = await library.read();
  expect(rows.get(ours)?.doubtful).toEqual([]);
});

test('a file counts as evidence in the drive of each of its copies, and each of those drives counts for the file', async () => {
  await using library = await openStaging();
  const ours = 'Drive/CSIT/Semester 4/Operating Systems/notes.pdf';
  await library.stage([ours, 'Foreign/unit 3.pdf'], 'notes');
  const neighbour = 'Foreign/CSIT/Semester 4/Operating Systems/unit 4.pdf';
  await library.stage([neighbour]);
  let rows = await library.read();
  expect([rows.get(ours)?.pathCount, rows.get(ours)?.doubtful, rows.get(neighbour)?.doubtful]).toEqual([2, [], []]);

  // The drive turns out to be of another university.
  const foreign = await library.stage(['Foreign/NED University/os mid.pdf'], 'mid');
  await library.stage(['Foreign/NED University/dbms mid.pdf'], 'another');
  rows = await library.read();
  expect(rows.get(ours)).toMatchObject({
    doubtful: ['facultyId', 'semesterId', 'subject'],
    against: ['other files of this folder: “ned”'],
  });
  expect(rows.get(neighbour)?.doubtful).toEqual(['facultyId', 'semesterId', 'subject']);

  // A copy of a foreign file is removed with its row.
  await library.stage(['Elsewhere/os mid.pdf'], 'mid');
  await library.discard(foreign.map(({ $id }) => $id));
  rows = await library.read();
  expect([rows.get(ours)?.doubtful, rows.get(neighbour)?.doubtful]).toEqual([[], []]);
});

test('values are not stored if their row became stale again after they were computed', async () => {
  await using place = await openTestPlace();
  await using records = await openRecords(place);
  const { staging } = records;
  const file = { id: 'r', path: 'x/a.pdf', sizeBytes: 10, sha256: '0'.repeat(64), fileId: 'f', materialId: 'm' };
  await staging.add([file], 10);
  const derived = { id: 'r', path: 'x/a.pdf', inherited: {}, guess: null, doubtful: [], confidence: 0.5 };
  const [before] = await staging.find(['r']);
  if (!before) throw new Error('the row is missing');
  await staging.derive([{ ...derived, stale: before.stale, revision: before.revision }]);
  await staging.makeStale('r');
  const [stale] = await staging.find(['r']);
  expect(stale?.stale).toBe(before.stale);
  await staging.derive([{ ...derived, stale: before.stale, revision: before.revision, confidence: 0.1 }]);
  expect(await staging.find(['r'])).toMatchObject([{ confidence: 0.5, stale: 1 }]);
});

test('the signals of a row are replaced, counted by drive, and removed with the row', async () => {
  await using place = await openTestPlace();
  await using records = await openRecords(place);
  const { staging } = records;
  const rows = ['a', 'b', 'c'].map((id) => ({
    id,
    path: `${id === 'c' ? 'Other' : 'Drive'}/x/${id}.pdf`,
    sizeBytes: 10,
    sha256: id.padStart(64, '0'),
    fileId: `f${id}`,
    materialId: `m${id}`,
  }));
  await staging.add(rows, 10);
  await staging.noteSignals([
    { id: 'a', drive: 'drive', signals: ['u:ned', 'c:CT376'] },
    { id: 'b', drive: 'drive', signals: ['u:ned'] },
    { id: 'c', drive: 'other', signals: ['u:ned'] },
    { id: 'gone', drive: 'drive', signals: ['u:ned'] },
  ]);
  const counted = async () => {
    const list = (await staging.countSignals(['drive'])).get('drive') ?? [];
    return Object.fromEntries(list.map(({ signal, files }) => [signal, files]));
  };
  expect(await counted()).toEqual({ 'u:ned': 2, 'c:CT376': 1 });
  await staging.noteSignals([{ id: 'a', drive: 'drive', signals: ['u:tribhuvan'] }]);
  expect(await counted()).toEqual({ 'u:ned': 1, 'u:tribhuvan': 1 });
  await staging.remove(['b']);
  expect(await counted()).toEqual({ 'u:tribhuvan': 1 });

  const stale = async () => (await staging.find(['a', 'c'])).map(({ id, stale: count }) => [id, count]).toSorted();
  const evidence = { own: ['csit'], foreign: {} };
  expect(await staging.setDrive('drive', evidence, [])).toBe(true);
  expect(await stale()).toEqual([
    ['a', 2],
    ['c', 1],
  ]);
  expect(await staging.setDrive('drive', evidence, [])).toBe(false);
  expect(await staging.setDrive('drive', { ...evidence, foreign: { bca: 'ned' } }, ['a'])).toBe(true);
  expect(await stale()).toEqual([
    ['a', 2],
    ['c', 1],
  ]);
});
