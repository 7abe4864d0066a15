import { workerSource } from './worker-source.ts';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { openDisk } from '#server/engines/storage/disk.ts';
import { copyDeed } from './copy-deed.ts';
import type { Stage } from './fail-calls.ts';
import { findMemory } from './fault-folder.ts';
import { pictureDeeds } from './picture-deeds.ts';
import { storeWorkerFiles } from './worker-files.ts';

/** Makes pictures and reading copies in processes that cannot read their file or write their result. */
export async function openWorkerStage(): Promise<Stage> {
  const folder = await mkdtemp(path.join(await findMemory(), 'examshelf-workers-'));
  const storage = await openDisk({ directory: path.join(folder, 'files') });
  const files = await storeWorkerFiles(storage);
  const pictures = pictureDeeds(storage, folder, files);
  const copy = copyDeed(storage, folder, files.book);
  return {
    sources: [workerSource],
    deeds: [...pictures.deeds, copy.deed],
    verifyKept: async () => void (await stat(path.join(folder, 'files'))),
    verifyAll: async () => undefined,
    async [Symbol.asyncDispose]() {
      await Promise.all([pictures.close(), copy.close()]);
      await storage.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
