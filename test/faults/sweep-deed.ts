import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { attempted, never } from './deed-outcomes.ts';
import type { Deed } from './fail-calls.ts';
import { addressOf } from './library-requests.ts';
import { expectDone, paper, type LibraryStage } from './library-stage.ts';

/** The hourly sweep of files, with one of everything that it can find. */
export function sweepDeed(stage: LibraryStage): Deed {
  const { call, upload, verifyFile, database, storage } = stage;
  const { files } = stage.services;
  const pending = { name: 'paper.html', folder: '', sizeBytes: 100, chunksTotal: 2, ownerId: 'administrator' };
  async function store(id: string): Promise<void> {
    await storage.putPart(id, 0, Readable.from([paper(id)]));
    await storage.joinParts(id, 1);
    await storage.removeParts(id);
  }
  return {
    name: 'sweep',
    async prepare(id) {
      // An abandoned upload, one whose chunks are all stored, bytes of a deleted file, strays.
      await database.files.insertPending({ id: `${id}-old`, ...pending });
      await storage.putPart(`${id}-old`, 0, Readable.from([paper(id)]));
      await expectDone(upload(`${id}-removed`, paper(`${id}-removed`)));
      await database.files.remove(`${id}-removed`);
      await store(`${id}-stray`);
      await storage.putPart(`${id}-part`, 0, Readable.from([paper(id)]));
      await database.files.insertPending({ id: `${id}-whole`, ...pending, sizeBytes: 0, chunksTotal: 1 });
      await storage.putPart(`${id}-whole`, 0, Readable.from([paper(`${id}-whole`)]));
      await database.files.addChunk(`${id}-whole`, 0);
    },
    async act() {
      const untouchedSince = await database.livedTime.add(1).catch(() => 0);
      return attempted(files.sweep({ untouchedSince }), stage);
    },
    async verify(id) {
      // A file with a fault is left to the next sweep.
      const untouchedSince = await database.livedTime.add(1);
      for (const _ of ['first', 'second']) await files.sweep({ untouchedSince });
      for (const gone of ['old', 'removed', 'stray', 'part']) {
        assert.equal(await database.files.find(`${id}-${gone}`), null, `${gone} has a record`);
        assert.equal(await storage.find(`${id}-${gone}`), null, `${gone} has bytes`);
      }
      await verifyFile(`${id}-whole`, paper(`${id}-whole`));
      const aside = new Set<string>();
      for await (const fileId of storage.listAside()) aside.add(fileId);
      assert.ok(aside.has(`${id}-stray`), 'bytes without a record were destroyed');
      assert.ok(!aside.has(`${id}-removed`), 'bytes of a removed file were set aside');
    },
    isDoneAlready: never,
    async tidy(id) {
      await expectDone(call('DELETE', addressOf.file(`${id}-whole`), {}));
      // Every sweep goes through all of it.
      await rm(path.join(stage.folder, 'files-aside'), { recursive: true, force: true });
    },
  };
}
