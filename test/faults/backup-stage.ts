import { fileSource, fullDatabase, readSource } from './fault-kinds.ts';
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { snapshotNumber } from '#server/upkeep/backup/format/layout.ts';
import { makeBackup } from '#server/upkeep/backup/make-backup.ts';
import { digestsOf } from '#test/support/small-library.ts';
import { archiveDeed, folderDeed, pruneAfterLossDeed, pruneDeed, restoreDeed } from './backup-deeds.ts';
import { openBackupWorld, passphrase } from './backup-world.ts';
import { dailyDeed } from './daily-deed.ts';
import type { Stage } from './fail-calls.ts';

/** Opens a library with backups that are made, restored and pruned while calls fail. */
export async function openBackupStage(): Promise<Stage> {
  const world = await openBackupWorld();
  const { dataDir, place, good } = world;
  const listWork = async () =>
    (await readdir(path.join(dataDir, 'backups'))).filter((name) => name.startsWith('examshelf-work-'));
  return {
    sources: [fileSource(path.dirname(dataDir), describeBackup), readSource([fullDatabase])],
    deeds: [
      archiveDeed(world, 'back up into an archive', null),
      archiveDeed(world, 'back up into an encrypted archive', passphrase),
      folderDeed(world),
      await dailyDeed(world),
      pruneDeed(world),
      await pruneAfterLossDeed(world),
      restoreDeed(world, { name: 'restore an archive', source: good.archive }),
      restoreDeed(world, { name: 'restore an encrypted archive', source: good.locked, secret: passphrase }),
      restoreDeed(world, { name: 'restore a folder onto a disk of its own', source: good.folder, isOwnDisk: true }),
    ],
    // The library itself is only read.
    verifyKept: async () => assert.deepEqual(await digestsOf(dataDir), world.allDigests),
    async verifyAll() {
      await world.requireWhole(good.archive, world.digests);
      // The next backup deletes what a failed one left.
      await makeBackup({ dataDir, target: place('last.tar'), passphrase: null });
      assert.deepEqual(await listWork(), []);
    },
    [Symbol.asyncDispose]: () => world.library[Symbol.asyncDispose](),
  };
}

/** Names that differ from run to run are left out. */
function describeBackup(relative: string): string {
  const parts = relative.split('/').map((name) => {
    if (/^id-\d+/.test(name)) return 'target';
    if (/^[0-9a-f]{2}$/.test(name)) return '00';
    if (/^[0-9a-f]{64}$/.test(name)) return 'digest';
    if (name.startsWith('examshelf-work-')) return 'work';
    if (snapshotNumber(name) !== null) return 'snapshot';
    return name.replace(/^\d{4}-\d\d-\d\d(?:-\d+)?/, 'day').replace(/^\d+$/, 'n');
  });
  return parts.join('/') || 'root';
}
