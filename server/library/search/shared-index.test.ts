import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { addFile, newMaterial } from '#server/engines/database/database.suite.ts';
import { openPostgresIndex } from '#server/engines/search-index/postgres/postgres-index.ts';
import { found } from '#server/engines/search-index/search-index.suite.ts';
import { openSqliteTexts } from '#server/engines/text-store/sqlite-texts.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresLibrary } from '#test/support/postgres-library.ts';
import { runOn } from '#test/support/postgres-server.ts';
import { createIndexKeeper } from './index-keeper.ts';

const sha256 = 'a'.repeat(64);

/**
 * Opens nodes with the same records, texts and index. `indexed` has the materials that were indexed, in order, without
 * attempts that failed because the index was busy for too long.
 */
async function openNodes(count: number) {
  const library = await openPostgresLibrary();
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-nodes-'));
  const log = pino({ level: 'silent' });
  const texts = openSqliteTexts({ directory: folder, log });
  const ids = new Map<number, string>();
  const indexed: string[] = [];
  const open = () => {
    const index = openPostgresIndex({ address: library.address, reader: library.database.reader });
    const watched: typeof index = {
      ...index,
      async begin(material) {
        ids.set(material.sequence, material.id);
        await index.begin(material);
      },
      async finish(sequence, finished) {
        await index.finish(sequence, finished);
        indexed.push(ids.get(sequence) ?? '');
      },
    };
    const keeper = createIndexKeeper({
      database: library.database,
      texts,
      index: watched,
      catalogue: { faculties: [] },
      isDiskLow: async () => false,
      log,
      retryMs: 10,
      heldMs: 10,
    });
    return { index, keeper };
  };
  const nodes = Array.from({ length: count }, open);
  return {
    ...library,
    texts,
    nodes,
    indexed,
    async [Symbol.asyncDispose]() {
      for (const { keeper } of nodes) await keeper.close();
      for (const { index } of nodes) await index.close();
      await texts.close();
      await library[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

describe.skipIf(whyNoPostgres())('an index that several nodes share', () => {
  test('a node compares it at its start only if it is empty', async () => {
    await using opened = await openNodes(1);
    const { database, nodes, indexed } = opened;
    const keeper = nodes[0]?.keeper;
    await addFile(database, 'f1', { sha256 });
    await database.materials.insert(newMaterial('a1', { fileId: 'f1' }));
    await keeper?.reconcileUnlessShared();
    await keeper?.idle();
    expect(indexed).toEqual(['a1']);
    await database.materials.insert(newMaterial('a2', { fileId: 'f1' }));
    await keeper?.reconcileUnlessShared();
    await keeper?.idle();
    expect(indexed).toEqual(['a1']);
    await keeper?.reconcile();
    await keeper?.idle();
    expect(indexed).toEqual(['a1', 'a2']);
  });

  test('a change that all nodes receive is indexed once, and the claim of a node that died expires', async () => {
    await using opened = await openNodes(3);
    const { database, texts, nodes, indexed } = opened;
    await addFile(database, 'f1', { sha256 });
    await texts.begin({ sha256, pageCount: 1, recipe: 1 });
    await texts.store(sha256, [{ page: 1, source: 'text', text: 'A heap is a tree.', confidence: null, lines: null }]);
    const materials = [];
    for (const id of ['a1', 'a2', 'a3'])
      materials.push(await database.materials.insert(newMaterial(id, { fileId: 'f1' })));
    for (const material of materials) for (const { keeper } of nodes) keeper.note(material);
    const first = nodes[0];
    if (!first) throw new Error('no node was opened');
    const isDone = async () => (await runOn(opened.address, 'select 1 from search_claims')).length;
    await expect.poll(() => found(first.index, 'heap ')).toBe('a3:1 a2:1 a1:1');
    await Promise.all(nodes.map(({ keeper }) => keeper.idle()));
    await expect.poll(isDone).toBe(0);
    expect(indexed.toSorted()).toEqual(['a1', 'a2', 'a3']);

    // No node knows of this material yet: one that checks once more for work could take it from the dead one.
    await runOn(
      opened.address,
      `insert into search_claims values ('a4', 'a node that died', clock_timestamp() + interval '1 hour')`,
    );
    const added = await database.materials.insert(newMaterial('a4', { title: 'Zebras', fileId: 'f1' }));
    for (const { keeper } of nodes) keeper.note(added);
    await Promise.all(nodes.map(({ keeper }) => keeper.idle()));
    expect(await found(first.index, 'zebras ')).toBe('');
    await runOn(opened.address, "update search_claims set until = clock_timestamp() - interval '1 second'");
    await expect.poll(() => found(first.index, 'zebras ')).toBe('a4:');

    const changed = await database.materials.update('a1', { title: 'Ostriches' });
    for (const { keeper } of nodes) if (changed) keeper.note(changed);
    await expect.poll(() => found(first.index, 'ostriches ')).toBe('a1:');
    await expect.poll(isDone).toBe(0);
    expect(indexed.toSorted()).toEqual(['a1', 'a1', 'a2', 'a3', 'a4']);
  });

  test('a change without a notification is found by the next comparison, and is indexed once although all nodes compare', async () => {
    await using opened = await openNodes(3);
    const { database, nodes, indexed } = opened;
    await addFile(database, 'f1');
    for (const id of ['a1', 'a2', 'a3', 'a4']) await database.materials.insert(newMaterial(id, { fileId: 'f1' }));
    await Promise.all(nodes.map(({ keeper }) => keeper.reconcile()));
    await expect.poll(async () => (await nodes[0]?.index.list({ after: 0, limit: 9 }))?.length).toBe(4);
    const isWorking = async () => (await runOn(opened.address, 'select 1 from search_claims')).length;
    await Promise.all(nodes.map(({ keeper }) => keeper.idle()));
    await expect.poll(isWorking).toBe(0);
    expect(indexed.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4']);
  });
});
