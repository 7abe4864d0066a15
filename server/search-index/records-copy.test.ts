import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { addFile, newMaterial } from '#server/database/database.suite.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresLibrary } from '#test/support/postgres-library.ts';
import { runOn } from '#test/support/postgres-server.ts';
import { createMaterialFacts } from './material-facts.ts';
import { openRecordsCopy } from './records-copy.ts';
import { describeSearchIndex } from './search-index.suite.ts';
import { openSqliteIndex } from './sqlite-index.ts';

const missing = whyNoPostgres();

async function openShelf() {
  const directory = await mkdtemp(path.join(tmpdir(), 'examshelf-records-copy-'));
  const opened = await openPostgresLibrary();
  const remade: string[] = [];
  const openCopy = () =>
    openRecordsCopy({ directory, reader: opened.database.reader, onRemade: (reason) => remade.push(reason) });
  return {
    ...opened,
    directory,
    remade,
    openNode: opened.open,
    open: openCopy,
    async [Symbol.asyncDispose]() {
      await opened[Symbol.asyncDispose]();
      await rm(directory, { recursive: true });
    },
  };
}

/** The ids that these readers may find. */
function found(file: string, readers: readonly string[] | 'everything', upTo = 20): string[] {
  using database = new DatabaseSync(file, { readOnly: true });
  const lookUp = createMaterialFacts(database);
  const sequences = Array.from({ length: upTo }, (_, index) => index + 1);
  return [...lookUp(sequences, readers, '1').found.values()].map(({ id }) => id);
}

describe.skipIf(missing)('the index of words over records in PostgreSQL', () => {
  let shared: Awaited<ReturnType<typeof openIndex>> | null = null;
  afterAll(() => shared?.close());

  async function openIndex() {
    const shelf = await openShelf();
    const copy = shelf.open();
    const index = openSqliteIndex({
      directory: shelf.directory,
      libraryFile: copy.file,
      refresh: () => copy.refresh(),
      log: pino({ level: 'silent' }),
      setDeadline: () => () => undefined,
    });
    const close = async () => {
      await index.close();
      copy.close();
      await shelf[Symbol.asyncDispose]();
    };
    return { index, database: shelf.database, close };
  }

  /** The threads are started once; each test empties what it used. */
  async function openEmpty() {
    const { index, database } = (shared ??= await openIndex());
    return {
      index,
      database,
      async [Symbol.asyncDispose]() {
        for (const { sequence } of await index.list({ after: 0, limit: 100 })) await index.remove(sequence);
        for (const { id } of await database.materials.listVersions(0, 1000)) {
          await database.materials.withdraw(id);
          await database.materials.remove(id);
        }
      },
    };
  }
  describeSearchIndex(openEmpty);
});

describe.skipIf(missing)('the copy of records for searches', () => {
  test('every change of a material, of its readers and of the permissions of its file is in the copy with the next refresh', async () => {
    await using shelf = await openShelf();
    const { database } = shelf;
    const copy = shelf.open();
    await addFile(database, 'file');
    for (const id of ['a', 'b', 'c', 'd']) await database.materials.insert(newMaterial(id));
    await copy.refresh();
    expect(found(copy.file, ['any'])).toEqual(['a', 'b', 'c', 'd']);
    await database.materials.update('b', { permissions: ['read("user:u1")'] });
    await database.materials.withdraw('c');
    await database.materials.withdraw('d');
    await database.materials.remove('d');
    const revision = await copy.refresh();
    expect(found(copy.file, ['any'])).toEqual(['a']);
    expect(found(copy.file, ['any', 'user:u1'])).toEqual(['a', 'b']);
    await database.materials.restore('c');
    await database.files.update('file', { permissions: ['read("user:u1")'] });
    expect(await copy.refresh()).not.toBe(revision);
    expect(found(copy.file, ['any'])).toEqual(['a', 'c']);
    using file = new DatabaseSync(copy.file, { readOnly: true });
    expect(createMaterialFacts(file)([1], ['any'], '1').isComplete).toBe(false);
    copy.close();
  });

  test('a change of another node is in the copy with the next refresh, however many ask at once', async () => {
    await using shelf = await openShelf();
    const copy = shelf.open();
    const other = await shelf.openNode();
    await addFile(other, 'file');
    for (let index = 0; index < 15; index += 1) {
      const running = copy.refresh();
      await other.materials.insert(newMaterial(`m${index}`));
      await Promise.all([running, copy.refresh(), copy.refresh()]);
      expect(found(copy.file, ['any'])).toHaveLength(index + 1);
    }
    await other.close();
    copy.close();
  });

  test('a copy of records of which an older state was put back is made anew, one that is behind goes on', async () => {
    await using shelf = await openShelf();
    const { database, address } = shelf;
    await addFile(database, 'file');
    for (const id of ['a', 'b', 'c']) await database.materials.insert(newMaterial(id));
    const first = shelf.open();
    await first.refresh();
    first.close();
    await database.materials.update('a', { title: 'Another' });
    await database.materials.insert(newMaterial('d'));
    const behind = shelf.open();
    await behind.refresh();
    expect(shelf.remade).toEqual([]);
    expect(found(behind.file, ['any'])).toEqual(['a', 'b', 'c', 'd']);
    behind.close();
    // As a dump from before the last two changes has it, and then another change.
    await runOn(
      address,
      "delete from materials where id = 'd'; delete from material_revisions where sequence = 4; update material_revisions set revision = revision - 1 where sequence = 1",
    );
    const after = shelf.open();
    await after.refresh();
    expect(shelf.remade).toEqual(['it is of other records']);
    expect(found(after.file, ['any'])).toEqual(['a', 'b', 'c']);
    after.close();
  });

  test('a copy that is damaged or of another version is made anew', async () => {
    await using shelf = await openShelf();
    await addFile(shelf.database, 'file');
    await shelf.database.materials.insert(newMaterial('a'));
    const file = path.join(shelf.directory, 'records.sqlite');
    await writeFile(file, 'no database at all, but long enough to be read as one '.repeat(100));
    const copy = shelf.open();
    await copy.refresh();
    expect(found(copy.file, ['any'])).toEqual(['a']);
    copy.close();
    new DatabaseSync(file).exec('pragma user_version = 99');
    const again = shelf.open();
    await again.refresh();
    expect(found(again.file, ['any'])).toEqual(['a']);
    expect(shelf.remade).toHaveLength(2);
    again.close();
  });
});
