import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { addFile, newMaterial } from '#server/engines/database/database.suite.ts';
import { openIndexShelf } from '#test/support/index-shelf.ts';

/** Overwrites everything after the first page of the file, which has the list of tables. */
async function spoil(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  const { size } = await handle.stat();
  await handle.write(Buffer.alloc(size - 4096, 0xab), 0, size - 4096, 4096);
  await handle.close();
}

test('damage found while the index is compared with the library discards the index, and everything is indexed again', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-damaged-'));
  try {
    const filled = await openIndexShelf(folder);
    await addFile(filled.database, 'f1');
    for (const id of ['a1', 'a2']) await filled.database.materials.insert(newMaterial(id, { fileId: 'f1' }));
    await filled.keeper.reconcile();
    await filled.keeper.idle();
    expect(await filled.index.count()).toMatchObject({ materials: 2 });
    await filled.close();
    await spoil(path.join(folder, 'search', 'search.sqlite'));

    const shelf = await openIndexShelf(folder);
    await shelf.keeper.reconcile().catch(() => undefined);
    await expect.poll(() => shelf.index.count()).toMatchObject({ materials: 2 });
    await shelf.close();
  } finally {
    await rm(folder, { recursive: true });
  }
});
