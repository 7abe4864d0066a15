import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { parseCatalogue } from '#domain/parse-catalogue.ts';
import { makeBackup } from '#server/upkeep/backup/make-backup.ts';
import { restoreBackup } from '#server/upkeep/backup/restore-backup.ts';
import { newMaterial } from '#server/engines/database/database.suite.ts';
import { openSqlite, sqliteFileName } from '#server/engines/database/sqlite/sqlite.ts';
import { checkLibrary } from '#server/upkeep/library-check/check-library.ts';
import { openSmallLibrary, type SmallLibrary } from '#test/support/small-library.ts';
import { createHarvestService } from './harvest-service.ts';

/** Returns two faculties; the first one has this name. */
function catalogueWith(name: string) {
  const structure = [{ id: '1', name: 'Semester 1', subjects: [{ name: 'C Programming' }] }];
  const faculty = { type: 'semester', duration: 8, structure };
  return parseCatalogue({
    faculties: [
      { id: 'csit', name, ...faculty },
      { id: 'bca', name: 'BCA', ...faculty },
    ],
  });
}

const never = new AbortController().signal;

/** Returns the revision of each record. */
async function revisionsOf({ database }: Pick<SmallLibrary, 'database'>): Promise<Map<string, number>> {
  const records = await database.harvest.list({ order: 'number', after: 0, facultyId: null }, 5000);
  return new Map(records.map(({ materialId, revision }) => [materialId, revision]));
}

test('a faculty whose catalogue description changed counts as changed, and the update resumes after a stop', async () => {
  await using library = await openSmallLibrary();
  const { database } = library;
  await library.add('file', 'bytes');
  await database.transaction(async ({ materials }) => {
    for (let index = 0; index < 600; index += 1)
      await materials.insert(newMaterial(`m${index}`, { facultyId: index < 595 ? 'csit' : 'bca' }));
  });
  const open = (name: string) => createHarvestService({ database, catalogue: catalogueWith(name), facts: [] });
  const atFirst = await revisionsOf(library);
  await open('BSc CSIT').followCatalogue(never);
  await open('BSc CSIT').followCatalogue(never);
  expect(await revisionsOf(library)).toEqual(atFirst);
  const stopped = new AbortController();
  stopped.abort();
  await open('Computer Science').followCatalogue(stopped.signal);
  expect(await revisionsOf(library)).toEqual(atFirst);
  const { revision: before } = await database.harvest.state();
  await open('Computer Science').followCatalogue(never);
  const after = await revisionsOf(library);
  const moved = [...after].filter(([id, revision]) => revision !== atFirst.get(id)).map(([id]) => id);
  expect(moved.toSorted()).toEqual(['file', ...Array.from({ length: 595 }, (_, index) => `m${index}`)].toSorted());
  expect(Math.min(...moved.map((id) => after.get(id) ?? 0))).toBeGreaterThan(before);
  expect(new Set(after.values()).size).toBe(601);
});

test('a backup includes the records of purged materials, and after a restoration all records count as changed', async () => {
  await using library = await openSmallLibrary();
  const { database, dataDir } = library;
  for (const id of ['kept', 'purged']) await library.add(id, id);
  await createHarvestService({ database, catalogue: catalogueWith('BSc CSIT'), facts: [] }).followCatalogue(never);
  await library.purge('purged');
  const { madeAt, revision } = await database.harvest.state();
  const backup = { target: library.place('library.tar'), passphrase: null };
  await makeBackup({ dataDir, ...backup, workFactor: 10 });
  await restoreBackup({ source: backup.target, dataDir: library.place('restored'), passphrase: null });
  const options = { publicUrl: 'https://library.test', ids: { projectId: 'p', databaseId: 'd', bucketId: 'b' } };
  const restored = await openSqlite({ dataDir: library.place('restored'), ...options });
  const service = createHarvestService({ database: restored, catalogue: catalogueWith('BSc CSIT'), facts: [] });
  expect(await service.find('purged')).toMatchObject({ material: null });
  expect((await service.state()).madeAt).toBe(madeAt);
  await service.followCatalogue(never);
  for (const id of ['kept', 'purged']) expect((await service.find(id))?.revision).toBeGreaterThan(revision);
  await restored.close();
});

test('the library check names the materials with wrong harvest records', async () => {
  await using library = await openSmallLibrary();
  const { dataDir } = library;
  for (const id of ['one', 'two', 'three']) await library.add(id, id);
  const findWrong = async () =>
    (await checkLibrary({ dataDir })).problems.filter(({ kind }) => kind === 'wrong record for harvesters');
  await library.database.materials.withdraw('three');
  expect(await findWrong()).toEqual([]);
  using file = new DatabaseSync(path.join(dataDir, sqliteFileName), { timeout: 5000 });
  file.exec("delete from harvest_records where material_id = 'one'");
  file.exec("update harvest_records set is_deleted = 1 - is_deleted where material_id in ('two', 'three')");
  expect((await findWrong()).map(({ what }) => what.split(' (')[0]).toSorted()).toEqual([
    'material one: save it again',
    'material three: save it again',
    'material two: save it again',
  ]);
});
