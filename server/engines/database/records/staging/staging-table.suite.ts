import { describe, expect, test } from 'vitest';
import { stagingLimits } from '#contract/staging.ts';
import { addFile, type OpenEmpty } from '#server/engines/database/database.suite.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { StagedRecord } from '#server/engines/database/staging-records.ts';

const digestOf = (name: string) => Buffer.from(name).toString('hex').padStart(64, '0');

/** Returns a file to stage, with a digest made from the name of its bytes. */
const sent = (name: string, path: string) => {
  const id = `${name} ${path}`;
  return { id, path, sizeBytes: 10, sha256: digestOf(name), fileId: `file ${id}`, materialId: `material ${id}` };
};

const add = async ({ staging }: Database, ...files: ReturnType<typeof sent>[]) => {
  const added = await staging.add(files, 1000);
  if (!added) throw new Error('there is no room');
  return added;
};

const pathsOf = ({ paths, pathCount }: StagedRecord) => [pathCount, ...paths];

/** Derives the values of all rows. */
async function deriveAll({ staging }: Database): Promise<void> {
  const rows = await staging.listStale(1000);
  await staging.derive(rows.map((row) => derived(row, row.path)));
}

const derived = ({ id, stale, revision }: StagedRecord, path: string) => ({
  id,
  stale,
  revision,
  path,
  inherited: {},
  guess: null,
  doubtful: [],
  confidence: 0,
});

const staleIds = async ({ staging }: Database) => (await staging.listStale(1000)).map(({ id }) => id);

/** Makes two rows with the same digest: the bytes of the second file turn out to be those of the first. */
async function addTwins(database: Database): Promise<void> {
  await add(database, sent('a', 'x/a.pdf'), sent('b', 'y/b.pdf'));
  for (const row of ['a x/a.pdf', 'b y/b.pdf']) await addFile(database, `file ${row}`, { sha256: digestOf('a') });
}

/** Tests of staged files, for any engine. */
export function describeStaging(openEmpty: OpenEmpty): void {
  describe('staged files', () => {
    describeArrivals(openEmpty);
    describeValues(openEmpty);
    describeRemoval(openEmpty);
    describeTwins(openEmpty);
  });
}

function describeArrivals(openEmpty: OpenEmpty): void {
  test('files with the same bytes are one row with all their paths, within one call and across calls', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    const first = await add(database, sent('a', 'x/1.pdf'), sent('b', 'x/2.pdf'), sent('a', 'y/1.pdf'));
    expect(first.created).toBe(2);
    expect(first.records.map(({ id }) => id)).toEqual(['a x/1.pdf', 'b x/2.pdf', 'a x/1.pdf']);
    expect(pathsOf(first.records[2] as StagedRecord)).toEqual([2, 'x/1.pdf', 'y/1.pdf']);

    const later = await add(database, sent('a', 'z/1.pdf'), sent('a', 'x/1.pdf'), sent('b', 'x/2.pdf'));
    expect(later.created).toBe(0);
    expect(later.records.map(({ id }) => id)).toEqual(['a x/1.pdf', 'a x/1.pdf', 'b x/2.pdf']);
    expect(pathsOf(later.records[0] as StagedRecord)).toEqual([3, 'x/1.pdf', 'y/1.pdf', 'z/1.pdf']);
    expect((await database.staging.counts()).all).toBe(2);
  });

  test('rows are listed in the order in which their files were sent', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    const files = Array.from({ length: 400 }, (_, index) => sent(`${(index * 37) % 400}`, `x/${index}.pdf`));
    await add(database, ...files.slice(0, 300));
    // PostgreSQL chooses another plan, and thus another order, once its statistics show many rows.
    await database.tidy();
    await add(database, ...files.slice(300));
    const listed = await database.staging.list({ filter: 'all', after: 0, limit: 400 });
    expect(listed.map(({ id }) => id)).toEqual(files.map(({ id }) => id));
  });

  test('a second run with the same files and paths changes nothing, and a new path is a change', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    const files = [sent('a', 'x/1.pdf'), sent('a', 'y/1.pdf'), sent('b', 'x/2.pdf')];
    await add(database, ...files);
    await deriveAll(database);
    const revision = await database.staging.revision();
    await add(database, ...files);
    expect([await database.staging.revision(), await staleIds(database)]).toEqual([revision, []]);
    await add(database, sent('a', 'z/1.pdf'));
    expect(await staleIds(database)).toEqual(['a x/1.pdf']);
    expect((await database.staging.changesSince(revision, 10))?.records.map(pathsOf)).toEqual([
      [3, 'x/1.pdf', 'y/1.pdf', 'z/1.pdf'],
    ]);
  });

  test('the best path comes first, even where the row is listed as a duplicate', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    const { staging } = database;
    await addTwins(database);
    await add(database, sent('a', 'best/a.pdf'));
    const [row] = await staging.find(['a x/a.pdf']);
    await staging.derive([derived(row as StagedRecord, 'best/a.pdf')]);
    for (const list of [
      await staging.find(['a x/a.pdf']),
      await staging.list({ filter: 'all', after: 0, limit: 1 }),
      (await add(database, sent('a', 'x/a.pdf'))).records,
    ])
      expect(list.map(pathsOf)).toEqual([[2, 'best/a.pdf', 'x/a.pdf']]);
    expect(await staging.duplicatesOf(['b y/b.pdf'])).toMatchObject([{ title: 'best/a.pdf' }]);
  });

  test('a published row gets later paths and is not derived again', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await add(database, sent('a', 'x/1.pdf'));
    await deriveAll(database);
    await database.staging.setPublished('a x/1.pdf');
    const { records, created } = await add(database, sent('a', 'y/1.pdf'));
    expect([created, records.map(pathsOf)]).toEqual([0, [[2, 'x/1.pdf', 'y/1.pdf']]]);
    expect(await staleIds(database)).toEqual([]);
  });

  test('a row stores and returns at most as many paths as the contract says, and is the same row for all of them', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    const files = Array.from({ length: stagingLimits.maxPaths + 20 }, (_, index) =>
      sent('a', `${String(index).padStart(4, '0')}/a.pdf`),
    );
    const [early, late] = [files.slice(0, 150), files.slice(150)];
    for (const part of [early, late, files.slice(100)]) {
      const { records } = await add(database, ...part);
      expect(new Set(records.map(({ id }) => id))).toEqual(new Set(['a 0000/a.pdf']));
    }
    const [row] = await database.staging.find(['a 0000/a.pdf']);
    expect([row?.pathCount, row?.paths.length]).toEqual([stagingLimits.maxPaths, stagingLimits.maxListedPaths]);
    await deriveAll(database);
    await add(database, ...late);
    expect(await staleIds(database)).toEqual([]);
  });
}

function describeValues(openEmpty: OpenEmpty): void {
  test('manual values of a row are an example in the folders of all its paths, and make the files there stale', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    const { staging } = database;
    await add(database, sent('a', 'X/a 1.pdf'), sent('a', 'y/a 2.pdf'), sent('b', 'x/b.pdf'), sent('c', 'Y/c.pdf'));
    await add(database, sent('d', 'z/d.pdf'));
    await deriveAll(database);
    await staging.setManual([{ id: 'a X/a 1.pdf', manual: { subject: 'OS' } }]);
    expect(await staleIds(database)).toEqual(['a X/a 1.pdf', 'b x/b.pdf', 'c Y/c.pdf']);
    const pathsIn = async (id: string) =>
      Object.fromEntries(
        [...(await staging.examplesFor([id]))].map(([folder, examples]) => [folder, examples.map(({ path }) => path)]),
      );
    expect(await pathsIn('b x/b.pdf')).toEqual({ x: ['X/a 1.pdf'] });
    expect(await pathsIn('c Y/c.pdf')).toEqual({ y: ['y/a 2.pdf'] });
    expect(await pathsIn('d z/d.pdf')).toEqual({});

    // A later path makes it an example in another folder as well.
    await deriveAll(database);
    await add(database, sent('a', 'z/a 3.pdf'));
    expect(await staleIds(database)).toEqual(expect.arrayContaining(['a X/a 1.pdf', 'd z/d.pdf']));
    expect(await pathsIn('d z/d.pdf')).toEqual({ z: ['z/a 3.pdf'] });
    await staging.setManual([{ id: 'a X/a 1.pdf', manual: {} }]);
    expect(await pathsIn('b x/b.pdf')).toEqual({});
  });
}

function describeRemoval(openEmpty: OpenEmpty): void {
  test('paths are removed with their row, and a call above the limit adds neither rows nor paths', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    const { staging } = database;
    await add(database, sent('a', 'x/1.pdf'), sent('a', 'y/1.pdf'));
    expect(await staging.add([sent('a', 'z/1.pdf'), sent('b', 'x/2.pdf')], 1)).toBeNull();
    // A further path does not count towards the limit.
    expect((await staging.add([sent('a', 'w/1.pdf')], 1))?.records.map(pathsOf)).toEqual([
      [3, 'x/1.pdf', 'w/1.pdf', 'y/1.pdf'],
    ]);
    await staging.remove(['a x/1.pdf']);
    const again = await add(database, sent('a', 'y/1.pdf'));
    expect([again.created, again.records.map(pathsOf)]).toEqual([1, [[1, 'y/1.pdf']]]);
    const lived = await database.livedTime.add(1000);
    expect(await staging.forgetUntouched({ published: 0, waiting: lived, limit: 10 })).toBe(1);
    expect((await add(database, sent('a', 'x/1.pdf'))).records.map(pathsOf)).toEqual([[1, 'x/1.pdf']]);
  });

  test('the retention of a row without bytes starts again with each new path', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await add(database, sent('a', 'x/1.pdf'));
    const lived = await database.livedTime.add(1000);
    await add(database, sent('a', 'y/1.pdf'));
    expect(await database.staging.forgetUntouched({ published: 0, waiting: lived, limit: 10 })).toBe(0);
  });
}

function describeTwins(openEmpty: OpenEmpty): void {
  test('if two rows have the same bytes nevertheless, each keeps its paths, and a new path belongs to the first', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addTwins(database);
    const { records, created } = await add(database, sent('a', 'y/b.pdf'), sent('a', 'z/c.pdf'), sent('a', 'x/a.pdf'));
    expect([created, records.map(({ id }) => id)]).toEqual([0, ['b y/b.pdf', 'a x/a.pdf', 'a x/a.pdf']]);
    expect((await database.staging.counts()).duplicates).toBe(1);
  });

  test('of a document and a PDF with nearly the same text, the PDF is preferred, whichever was staged first', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    const { staging } = database;
    const document = { ...sent('a', 'x/unit.docx'), photographs: [digestOf('document')] };
    const rows = [document, sent('b', 'x/print.pdf'), { ...sent('c', 'y/unit.odt'), photographs: [digestOf('other')] }];
    await add(database, ...rows);
    for (const { fileId, sha256 } of rows) await addFile(database, fileId, { sha256 });
    for (const [one, other] of ['ab', 'ac', 'bc'].map(([first = '', second = '']) => [
      digestOf(first),
      digestOf(second),
    ]))
      await staging.addSimilar(one ?? '', other ?? '', 0.99);

    const found = await staging.duplicatesOf(rows.map(({ id }) => id));
    const pairs = found.map(({ stagedId, otherStagedId }) => `${stagedId} of ${otherStagedId}`);
    expect(pairs.toSorted()).toEqual([
      'a x/unit.docx of b x/print.pdf',
      'c y/unit.odt of a x/unit.docx',
      'c y/unit.odt of b x/print.pdf',
    ]);
    expect((await staging.counts()).duplicates).toBe(2);
  });

  test('merged rows of one digest have the paths and values of all, and make files in their folders stale', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    const { staging } = database;
    await addTwins(database);
    await add(database, sent('c', 'x/c.pdf'), sent('d', 'q/d.pdf'));
    await staging.setManual([{ id: 'a x/a.pdf', manual: { subject: 'OS' } }]);
    expect((await staging.listCopies('', 10)).map(({ id }) => id)).toEqual(['a x/a.pdf', 'b y/b.pdf']);
    expect(await staging.listCopies(digestOf('a'), 10)).toEqual([]);
    await deriveAll(database);
    const revision = await staging.revision();
    await staging.merge([{ into: 'b y/b.pdf', from: ['a x/a.pdf'], manual: { subject: 'OS', kind: 'note' } }]);

    expect(await staging.listCopies('', 10)).toEqual([]);
    const [row] = await staging.findByDigest(digestOf('a'));
    expect([row?.id, row?.manual]).toEqual(['b y/b.pdf', { subject: 'OS', kind: 'note' }]);
    expect(pathsOf(row as StagedRecord)).toEqual([2, 'y/b.pdf', 'x/a.pdf']);
    expect(await staleIds(database)).toEqual(['b y/b.pdf', 'c x/c.pdf']);
    expect((await staging.changesSince(revision, 10))?.removed.map(({ id }) => id)).toEqual(['a x/a.pdf']);
    expect((await staging.examplesFor(['c x/c.pdf'])).get('x')).toMatchObject([{ id: 'b y/b.pdf', path: 'x/a.pdf' }]);
  });
}
