import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDisk } from '#server/engines/storage/disk.ts';
import { storedPath } from '#server/engines/storage/disk-paths.ts';
import { admin, nothingSwept, openShelf, pdfOf, whole } from '#test/support/file-shelf.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresLibrary } from '#test/support/postgres-library.ts';
import { runOn } from '#test/support/postgres-server.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/**
 * Number of files. The test counts the statements that a sweep sends to a database on another machine, independent of
 * time.
 */

const files = 3000;
const statements: string[] = [];
let library: Awaited<ReturnType<typeof openPostgresLibrary>>;

/** Opens a library with its records in PostgreSQL, and with `count` finished files of one byte each. */
async function openFull(count: number) {
  await runOn(library.address, 'truncate files, removed_files, file_holds cascade');
  await runOn(
    library.address,
    `insert into files (id, name, name_folded, folder, folder_folded, size_bytes, chunks_total, is_finished, sha256, owner_id,
       created_at, updated_at)
     select 'file' || n, 'a', 'a', '', '', 1, 1, 1, 'digest' || n, 'admin', 1, 1 from generate_series(1, ${count}) as n`,
  );
  let root = '';
  const shelf = await openShelf({
    open: async (folder) => {
      root = path.join(folder, 'files');
      const storage = await openDisk({ directory: root });
      const database = await library.open({ onQuery: ({ sql }) => statements.push(sql) });
      return { database, storage };
    },
  });
  const write = async (fileId: string) => {
    const file = path.join(root, storedPath(fileId));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, 'x');
  };
  for (let number = 1; number <= count; number += 1) await write(`file${number}`);
  return Object.assign(shelf, { write });
}

describe.skipIf(whyNoPostgres())('a sweep of a store with very many files', () => {
  beforeAll(async () => {
    library = await openPostgresLibrary();
  });
  afterAll(() => library?.[Symbol.asyncDispose]());
  describeCounts();
  describeBorders();
});

function describeCounts(): void {
  test.skipIf(isOnlyInSweep('records'))('queries the database once per thousand files, and holds no file', async () => {
    await using shelf = await openFull(files);
    statements.length = 0;
    expect(await shelf.files.sweep({ untouchedSince: 0 })).toEqual(nothingSwept);
    expect(statements.filter((sql) => sql.includes('files.id = wanted.value'))).toHaveLength(files / 1000);
    // Statements that are the same for every library: pending uploads, notes of removed files.
    expect(statements.length).toBeLessThanOrEqual(files / 1000 + 3);
    expect(await runOn(library.address, 'select * from file_holds')).toEqual([]);
    // Steps that list the whole store are skipped if they ran a short time ago.
    statements.length = 0;
    await shelf.write('stray');
    expect(await shelf.files.sweep({ untouchedSince: 0, isWhole: false })).toEqual(nothingSwept);
    expect(statements.length).toBeLessThanOrEqual(3);
    expect(await shelf.storage.find('stray')).not.toBeNull();
  });
}

function describeBorders(): void {
  test('finds one stray file after exactly a thousand files, one more in the next batch, and moves no other', async () => {
    await using shelf = await openFull(999);
    await shelf.write('stray-1');
    expect((await shelf.files.sweep({ untouchedSince: 0 })).strays).toBe(1);
    await shelf.write('stray-2');
    await shelf.write('stray-3');
    expect((await shelf.files.sweep({ untouchedSince: 0 })).strays).toBe(2);
    const left = [];
    for await (const { fileId } of shelf.storage.list()) left.push(fileId);
    expect(left).toHaveLength(999);
  });

  test('checks files again that were started, finished or removed after the query of their batch, and moves none', async () => {
    await using shelf = await openFull(2);
    for (const id of ['stray', 'begun', 'restored', 'removed']) await shelf.write(id);
    await shelf.files.receive(admin, whole('deleted', pdfOf(2000)));
    const { findStates } = shelf.database.files;
    let asked = 0;
    shelf.database.files.findStates = async (ids) => {
      asked += 1;
      // Listed, and removed before the batch is queried.
      if (ids.includes('deleted')) await shelf.files.remove(admin, 'deleted');
      const states = await findStates(ids);
      if (!ids.includes('begun')) return states;
      // Changes by a person or another node between this response and the next check.
      await shelf.files.receive(admin, whole('begun', pdfOf(1000)));
      await runOn(
        library.address,
        `insert into files (id, name, name_folded, folder, folder_folded, size_bytes, chunks_total, is_finished, sha256, owner_id,
           created_at, updated_at) values ('restored', 'a', 'a', '', '', 1, 1, 1, 'digest', 'admin', 1, 1)`,
      );
      await runOn(
        library.address,
        `insert into removed_files (id, sha256, size_bytes) values ('removed', 'digest', 1)`,
      );
      return states;
    };
    const swept = await shelf.files.sweep({ untouchedSince: 0 });
    expect(asked).toBeGreaterThan(0);
    expect(swept).toEqual({ ...nothingSwept, strays: 1 });
    for (const id of ['file1', 'file2', 'begun', 'restored', 'removed'])
      expect([id, await shelf.storage.find(id)]).toEqual([id, expect.anything()]);
    expect(await shelf.storage.find('stray')).toBeNull();
  });
}
