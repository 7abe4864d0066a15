import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDisk } from '#server/engines/storage/disk.ts';
import { openPostgresTexts } from '#server/engines/text-store/postgres/postgres-texts.ts';
import type { Texts } from '#server/engines/text-store/texts.ts';
import { allOf } from '#test/support/all-of.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresLibrary } from '#test/support/postgres-library.ts';
import { runOn } from '#test/support/postgres-server.ts';
import { textRecipe } from './text-limits.ts';
import { createTextService } from './text-service.ts';

/** Finding the unread ones among very many files: counts of statements. */

const files = 3000;
/** Writes digests: 64 characters, in no order of the number. */
const digestOf = (number: string) => `md5('a' || ${number}) || md5('b' || ${number})`;

let library: Awaited<ReturnType<typeof openPostgresLibrary>>;
const statements: string[] = [];
const run = (statement: string) => runOn(library.address, statement);

const addFiles = (from: number, to: number, mimeType = 'application/pdf') =>
  run(`insert into files (id, name, name_folded, folder, folder_folded, mime_type, size_bytes, chunks_total, is_finished, sha256,
     owner_id, page_count, created_at, updated_at)
   select '${mimeType}' || n, 'a', 'a', '', '', '${mimeType}', 1, 1, 1, ${digestOf('n')}, 'admin', 2, 1, 1
   from generate_series(${from}, ${to}) as n`);

/**
 * Opens the service of one node; `asked` has its queries to the texts. Its store has no files, and throws if it is
 * listed.
 */
async function openNode() {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-catch-up-'));
  const texts = openPostgresTexts({ address: library.address });
  const asked: string[] = [];
  const count = <Name extends 'find' | 'findSome' | 'begin'>(name: Name): Texts[Name] => {
    const ask = (...given: unknown[]) => {
      asked.push(name);
      return (texts[name] as (...each: unknown[]) => unknown)(...given);
    };
    return ask as Texts[Name];
  };
  const storage = await openDisk({ directory: path.join(folder, 'files') });
  const service = createTextService({
    texts: { ...texts, find: count('find'), findSome: count('findSome'), begin: count('begin') },
    database: library.database,
    storage: {
      ...storage,
      list: () => {
        throw new Error('the store was listed');
      },
    },
    scratch: path.join(folder, 'work'),
    openEngine: null,
    // Nothing is read meanwhile.
    isDiskLow: async () => true,
    log: pino({ level: 'silent' }),
  });
  return {
    service,
    texts,
    asked,
    async [Symbol.asyncDispose]() {
      await service.close();
      await texts.close();
      await storage.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

describe.skipIf(whyNoPostgres())('unread files among very many', () => {
  beforeAll(async () => {
    library = await openPostgresLibrary({ onQuery: ({ sql }) => statements.push(sql) });
    await addFiles(1, files);
    await run(`insert into text_documents (sha256, page_count, skipped_pages, recipe, version, read)
      select ${digestOf('n')}, 2, 0, ${textRecipe}, n, 2 from generate_series(1, ${files}) as n`);
  });
  afterAll(() => library?.[Symbol.asyncDispose]());

  test('are found by the records and texts, a thousand at a time, and without a list of the store', async () => {
    await using node = await openNode();
    statements.length = 0;
    await node.service.catchUp();
    expect([statements.length, node.asked]).toEqual([files / 1000 + 1, ['findSome', 'findSome', 'findSome']]);

    // Finished by a node that was killed before it announced it, or whose texts were lost; twice the same bytes; a
    // picture.
    await run(`delete from text_documents where sha256 in (${[1, 1500, files].map((n) => digestOf(`${n}`)).join()})`);
    await run(`update text_documents set recipe = 0 where sha256 = ${digestOf('77')}`);
    await run(`insert into files (id, name, name_folded, folder, folder_folded, mime_type, size_bytes, chunks_total, is_finished,
      sha256, owner_id, created_at, updated_at) select 'twin', 'a', 'a', '', '', mime_type, 1, 1, 1, sha256, 'admin', 1, 1
      from files where id = 'application/pdf1500'`);
    await addFiles(files + 1, files + 1, 'image/png');
    node.asked.length = 0;
    await node.service.catchUp();
    expect(node.asked.filter((name) => name === 'begin')).toHaveLength(4);
    expect(node.asked).toHaveLength(4 + 2 * 4);
    expect(await node.texts.count()).toEqual({ waiting: 4 * 2, read: (files - 4) * 2, failed: 0 });
    node.asked.length = 0;
    await node.service.catchUp();
    expect(node.asked).not.toContain('begin');
  });

  test('are no longer searched after the node loses the lead, and all with texts are listed page by page', async () => {
    await using node = await openNode();
    await node.service.catchUp(AbortSignal.abort());
    expect(node.asked).not.toContain('begin');
    const listed = await allOf(node.service.digests('shared'));
    expect([listed.length, new Set(listed).size, listed.toSorted()]).toEqual([files, files, listed]);
    expect(await allOf(node.service.digests('here'))).toEqual([]);
  });
});
