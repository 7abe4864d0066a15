import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { panelApi } from '#contract/panel-addresses.ts';
import type {
  BulkOutcomeAnswer,
  StagedBatchAnswer,
  StagedListAnswer,
  StagedPublishedAnswer,
} from '#contract/schemas/answer-types.ts';
import { openSqlite } from '#server/engines/database/sqlite/sqlite.ts';
import { sqliteFileName, sqliteMigrations } from '#server/engines/database/sqlite/sqlite-file.ts';
import { checkLibrary } from '#server/upkeep/library-check/check-library.ts';
import { makePdf } from '#test/support/documents.ts';
import { digest, openLibrarian, type Librarian } from '#test/support/library.ts';
import { openTestServer } from '#test/support/server.ts';

const bytes = makePdf([['Operating Systems']]);
const manual = { facultyId: 'csit', semesterId: '4', subject: 'Operating Systems', kind: 'paper', year: 2019 };

async function ask<Answer>({ send }: Librarian, method: string, address: string, body?: object): Promise<Answer> {
  const answer = await send(method, address, body);
  expect(answer.ok, address).toBe(true);
  return (await answer.json()) as Answer;
}

/** Stages the paper, sets its subject by hand, and uploads it if the library waits for its bytes. */
async function stageIt(librarian: Librarian): Promise<string> {
  const files = [{ path: 'CSIT/OS.pdf', size: bytes.length, digest: digest(bytes) }];
  const [row] = (await ask<StagedBatchAnswer>(librarian, 'POST', panelApi.staging(), { files })).files;
  if (row?.state === 'waiting') await librarian.upload('OS.pdf', bytes, row.fileId);
  const id = row?.$id ?? '';
  await ask(librarian, 'PATCH', panelApi.staging(), { ids: [id], manual, forget: [] });
  return id;
}

test('with an older database, bytes without a row are set aside, and the same import publishes them once', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-older-'));
  const older = path.join(dataDir, 'older');
  try {
    const first = await openTestServer({ dataDir });
    await (await openLibrarian(first.url)).upload('other.pdf', makePdf([['other']]));
    await first[Symbol.asyncDispose]();
    await cp(path.join(dataDir, sqliteFileName), older);
    const made = await useNewer(dataDir);
    await cp(older, path.join(dataDir, sqliteFileName));
    await rm(older);

    await using server = await openTestServer({ dataDir });
    const librarian = await openLibrarian(server.url);
    const undone = await librarian.send('POST', `/v1/materials/changes/${made.changeId}/undo`, {});
    expect([undone.status, ((await undone.json()) as { message: string }).message]).toEqual([
      404,
      expect.stringContaining('It may be too long ago.'),
    ]);
    const id = await stageIt(librarian);
    await server.cleanUp();
    await server.services.staging.idle();
    const accept = ['doubtful'];
    const { results } = await ask<StagedPublishedAnswer>(librarian, 'POST', panelApi.publishStaged(), {
      ids: [id],
      accept,
    });
    expect(results).toMatchObject([{ outcome: 'published' }]);
    const aside: string[] = [];
    for await (const fileId of server.resources.storage.listAside()) aside.push(fileId);
    expect(aside).toEqual([made.fileId]);
    expect((await checkLibrary({ dataDir })).problems).toEqual([]);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

test('rows that an older release made for each path of the same bytes are merged when the server starts', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-older-'));
  try {
    const older = path.join(dataDir, 'migrations');
    await cp(sqliteMigrations, older, { recursive: true });
    for (const name of await readdir(older)) if (name >= '0023') await rm(path.join(older, name));
    const ids = { projectId: 'p', databaseId: 'd', bucketId: 'b' };
    await (await openSqlite({ dataDir, publicUrl: 'https://library.test', ids, migrations: older })).close();
    {
      using file = new DatabaseSync(path.join(dataDir, sqliteFileName));
      const insert = file.prepare(`
        insert into staged_files (id, path, folder_key, pattern_key, sha256, size_bytes, file_id, material_id, told,
          created_at, updated_at, touched_lived)
        values (?1, ?2, ?3, ?3 || '/#', ?4, 10, 'file ' || ?1, 'material ' || ?1, ?5, 1, 1, 0)`);
      insert.run('1', 'Heap/1.pdf', 'heap', 'a'.repeat(64), '{}');
      insert.run('2', 'CSIT/Sem 4/OS/1.pdf', 'csit/sem 4/os', 'a'.repeat(64), '{"kind":"note"}');
      insert.run('3', 'Heap/3.pdf', 'heap', 'b'.repeat(64), '{}');
    }
    await using server = await openTestServer({ dataDir });
    const { staging } = server.services;
    await staging.catchUp();
    await staging.idle();
    const librarian = await openLibrarian(server.url);
    const page = panelApi.stagedFiles({ filter: 'all', limit: 10, cursor: null });
    const { files, counts } = await ask<StagedListAnswer>(librarian, 'GET', page);
    expect(counts).toMatchObject({ all: 2, duplicates: 0 });
    expect(files).toMatchObject([
      {
        $id: '2',
        path: 'CSIT/Sem 4/OS/1.pdf',
        otherPaths: ['Heap/1.pdf'],
        fields: { kind: { value: 'note', source: 'manual' }, subject: { value: 'Operating Systems' } },
      },
      // The folder of this file has a copy of a file with manual values.
      { $id: '3', pathCount: 1, fields: { kind: { value: 'note', source: 'inherited', inheritedFrom: '2' } } },
    ]);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

/** Publishes the paper and edits it. Returns the ids that do not exist in an older database. */
async function useNewer(dataDir: string): Promise<{ fileId: string; changeId: string | null }> {
  await using server = await openTestServer({ dataDir });
  const librarian = await openLibrarian(server.url);
  const id = await stageIt(librarian);
  await server.services.staging.idle();
  const publishing = { ids: [id], accept: ['doubtful'] };
  const { results } = await ask<StagedPublishedAnswer>(librarian, 'POST', panelApi.publishStaged(), publishing);
  const ids = results.map(({ materialId }) => materialId);
  const change = { action: 'edit', year: 2010 };
  const made = await ask<BulkOutcomeAnswer>(librarian, 'POST', '/v1/materials/changes', { ids, change });
  const [row] = await server.resources.database.staging.find([id]);
  return { fileId: row?.fileId ?? '', changeId: made.id };
}
