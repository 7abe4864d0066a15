import { expect, test } from 'vitest';
import { emptyQuery, equal, type ListQuery } from '#contract/query.ts';
import type { MaterialKind } from '#domain/material.ts';
import type { Database, NewMaterial } from './database.ts';

/**
 * An empty database on a real engine, with a clock that the test sets. The public address is `https://library.test`.
 */
type Opened = AsyncDisposable & { database: Database; clock: { now: number } };
export type OpenEmpty = () => Promise<Opened>;

/** Stores the record of a finished file. */
export async function addFile(
  database: Database,
  id: string,
  facts: { mimeType?: string; sizeBytes?: number; sha256?: string; name?: string } = {},
) {
  const { mimeType = 'application/pdf', sizeBytes = 1000, sha256 = '', name = `${id}.pdf` } = facts;
  await database.files.insertPending({ id, name, folder: '', sizeBytes, chunksTotal: 1, ownerId: 'admin' });
  await database.files.finish(id, { mimeType, sizeBytes, sha256, pageCount: 3, warning: null });
}

/** Returns a paper on C Programming, with the attributes in `facts`. */
export function newMaterial(id: string, facts: Partial<NewMaterial> = {}): NewMaterial {
  return {
    id,
    kind: 'paper',
    title: `Title of ${id}`,
    subject: 'C Programming',
    facultyId: 'csit',
    semesterId: '1',
    year: 2024,
    fileId: 'file',
    coverFileId: null,
    isSample: false,
    ...facts,
  };
}

/** Returns the ids in a list. */
export async function listIds(
  database: Database,
  kind: MaterialKind,
  query: Partial<ListQuery> = {},
): Promise<string[]> {
  const { materials } = await database.materials.list(kind, { ...emptyQuery, ...query });
  return materials.map(({ id }) => id);
}

/** Defines the contract suite for transactions, which every adapter runs on its real engine. */
export function describeTransactions(openEmpty: OpenEmpty): void {
  test('rolls back a transaction that throws', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    const work = database.transaction(async (records) => {
      await records.materials.insert(newMaterial('a1'));
      await records.files.addChunk('none', 0);
      expect(await records.materials.find('a1')).not.toBeNull();
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await database.materials.find('a1')).toBeNull();
    expect((await database.materials.count()).totals.paper).toBe(0);
    await database.materials.insert(newMaterial('a1'));
    expect(await listIds(database, 'paper', { filters: [equal('$id', 'a1')] })).toEqual(['a1']);
  });

  test('keeps the other writes of a transaction when an entry for the trail is rejected', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    const entry = { action: 'edited', isDeed: true, userId: 'u1', userName: '', subjectId: '', title: '', detail: '' };
    await database.transaction(async ({ settings, trail }) => {
      await settings.set('before', 'done');
      await trail.insert({ ...entry, network: 'first' });
      await expect(trail.insert({ ...entry, network: null as unknown as string })).rejects.toBeInstanceOf(Error);
      await trail.insert({ ...entry, network: 'last' });
      await settings.set('after', 'done');
    });
    expect([await database.settings.find('before'), await database.settings.find('after')]).toEqual(['done', 'done']);
    expect((await database.trail.list({ limit: 9 })).map(({ network }) => network)).toEqual(['last', 'first']);
  });

  test('delays a write until the running transaction ends, and reads the state before it meanwhile', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    const order: string[] = [];
    const work = database.transaction(async (records) => {
      await records.settings.set('who', 'transaction');
      expect(await database.settings.find('who')).toBeNull();
      await new Promise((resolve) => setImmediate(resolve));
      order.push('transaction');
    });
    const beside = database.settings.set('who', 'beside').then(() => order.push('beside'));
    await Promise.all([work, beside]);
    expect(order).toEqual(['transaction', 'beside']);
    expect(await database.settings.find('who')).toBe('beside');
  });

  test('completes many concurrent writes', async () => {
    await using opened = await openEmpty();
    const { database } = opened;
    await addFile(database, 'file');
    await Promise.all([
      ...Array.from({ length: 20 }, (_, index) => database.materials.insert(newMaterial(`a${index}`))),
      ...Array.from({ length: 5 }, (_, index) =>
        database.transaction(async (records) => {
          await records.materials.insert(newMaterial(`b${index}`));
          await records.materials.insert(newMaterial(`c${index}`));
        }),
      ),
    ]);
    expect((await database.materials.count()).totals.paper).toBe(30);
    await database.ping();
  });
}
