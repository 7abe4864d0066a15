import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import type { BulkOutcomeAnswer, StagedBatchAnswer, StagedPublishedAnswer } from '#contract/additions.ts';
import { sqliteFileName } from '#server/database/sqlite-file.ts';
import { checkLibrary } from '#server/library-check/check-library.ts';
import { makePdf } from '#test/support/documents.ts';
import { digest, openLibrarian, type Librarian } from '#test/support/library.ts';
import { openTestServer } from '#test/support/server.ts';

const bytes = makePdf([['Operating Systems']]);
const told = { facultyId: 'csit', semesterId: '4', subject: 'Operating Systems', kind: 'paper', year: 2019 };

async function ask<Answer>({ send }: Librarian, method: string, address: string, body?: object): Promise<Answer> {
  const answer = await send(method, address, body);
  expect(answer.ok, address).toBe(true);
  return (await answer.json()) as Answer;
}

/** Stages the paper, told where it belongs; sends it if the library asks for it. */
async function stageIt(librarian: Librarian): Promise<string> {
  const files = [{ path: 'CSIT/OS.pdf', size: bytes.length, digest: digest(bytes) }];
  const [row] = (await ask<StagedBatchAnswer>(librarian, 'POST', api.staging(), { files })).files;
  if (row?.state === 'waiting') await librarian.upload('OS.pdf', bytes, row.fileId);
  const id = row?.$id ?? '';
  await ask(librarian, 'PATCH', api.staging(), { ids: [id], told, forget: [] });
  return id;
}

test('with an older database, bytes whose row is gone are set aside, and the same import publishes them once', async () => {
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
    const { results } = await ask<StagedPublishedAnswer>(librarian, 'POST', api.publishStaged(), { ids: [id], accept });
    expect(results).toMatchObject([{ outcome: 'published' }]);
    const aside: string[] = [];
    for await (const fileId of server.resources.storage.listAside()) aside.push(fileId);
    expect(aside).toEqual([made.fileId]);
    expect((await checkLibrary({ dataDir })).problems).toEqual([]);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

/** Publishes the paper and changes it; returns what an older database does not know. */
async function useNewer(dataDir: string): Promise<{ fileId: string; changeId: string | null }> {
  await using server = await openTestServer({ dataDir });
  const librarian = await openLibrarian(server.url);
  const id = await stageIt(librarian);
  await server.services.staging.idle();
  const publishing = { ids: [id], accept: ['doubtful'] };
  const { results } = await ask<StagedPublishedAnswer>(librarian, 'POST', api.publishStaged(), publishing);
  const ids = results.map(({ materialId }) => materialId);
  const change = { action: 'edit', year: 2010 };
  const made = await ask<BulkOutcomeAnswer>(librarian, 'POST', '/v1/materials/changes', { ids, change });
  const [row] = await server.resources.database.staging.find([id]);
  return { fileId: row?.fileId ?? '', changeId: made.id };
}
