import assert from 'node:assert/strict';
import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { listSnapshots } from '#server/upkeep/backup/folder-target.ts';
import { makeBackup } from '#server/upkeep/backup/make-backup.ts';
import { pruneFolder } from '#server/upkeep/backup/daily/prune-folder.ts';
import { restoreBackup } from '#server/upkeep/backup/restore-backup.ts';
import { storedPath } from '#server/engines/storage/disk-paths.ts';
import { digestsOf } from '#test/support/small-library.ts';
import { attempted, never, saysWhatToDo, type BackupWorld } from './backup-world.ts';
import type { Deed } from './fail-calls.ts';

/** Makes a new archive next to the last good one. */
export function archiveDeed(world: BackupWorld, name: string, secret: string | null): Deed {
  const { place } = world;
  const source = secret === null ? world.good.archive : world.good.locked;
  const made = (id: string) => path.join(place(id), 'new.tar');
  const old = (id: string) => path.join(place(id), 'old.tar');
  return {
    name,
    async prepare(id) {
      await mkdir(place(id));
      await cp(source, old(id));
    },
    act: (id) => world.backUp(id, made(id), secret),
    async verifyFailed(id) {
      assert.deepEqual(await readFile(old(id)), await readFile(source), 'the last good archive was changed');
      await world.requireNoHalfArchive(made(id), secret);
    },
    verify: (id) => world.verifyBackup(id, made(id), secret),
    isDoneAlready: ({ text }) => text.includes('exists already'),
    isRightAnswer: saysWhatToDo,
    tidy: (id) => rm(place(id), { recursive: true }),
  };
}

/** Makes a new snapshot in the folder that has the last good one. */
export function folderDeed(world: BackupWorld): Deed {
  const { place, requireWhole, digests, allDigests } = world;
  return {
    name: 'back up into a folder',
    prepare: (id) => cp(world.good.folder, place(id), { recursive: true }),
    act: (id) => world.backUp(id, place(id)),
    async verifyFailed(id) {
      const [first = '', ...others] = await listSnapshots(place(id), false);
      await requireWhole(place(id), digests, { snapshot: first });
      for (const snapshot of others) await requireWhole(place(id), allDigests, { snapshot });
    },
    verify: (id) => world.verifyBackup(id, place(id)),
    isDoneAlready: never,
    isRightAnswer: saysWhatToDo,
    tidy: (id) => rm(place(id), { recursive: true }),
  };
}

/** The newest snapshot is never deleted. */
export function pruneDeed(world: BackupWorld): Deed {
  const { place, dataDir } = world;
  const verify = (id: string) => world.requireWhole(place(id), world.allDigests);
  return {
    name: 'prune a folder',
    async prepare(id) {
      await cp(world.good.folder, place(id), { recursive: true });
      for (const _ of ['second', 'third']) await makeBackup({ dataDir, target: place(id), passphrase: null });
    },
    act: (id) => attempted(() => pruneFolder({ folder: place(id), keep: 1, passphrase: null })),
    verifyFailed: verify,
    verify,
    isDoneAlready: never,
    isRightAnswer: saysWhatToDo,
    tidy: (id) => rm(place(id), { recursive: true }),
  };
}

/** The newest snapshot has lost its files, so the older one is retained even if some files cannot be read. */
export async function pruneAfterLossDeed(world: BackupWorld): Promise<Deed> {
  const { place, good } = world;
  const lossy = place('lossy');
  await cp(good.folder, lossy, { recursive: true });
  const poor = place('poor');
  await restoreBackup({ source: good.folder, dataDir: poor, passphrase: null });
  for (const id of ['one', 'large', 'twin']) await rm(path.join(poor, 'files', storedPath(id)));
  await makeBackup({ dataDir: poor, target: lossy, passphrase: null });

  async function verify(id: string): Promise<void> {
    const [first = ''] = await listSnapshots(place(id), false);
    await world.requireWhole(place(id), world.digests, { snapshot: first });
  }
  return {
    name: 'prune after a loss',
    prepare: (id) => cp(lossy, place(id), { recursive: true }),
    act: (id) => attempted(() => pruneFolder({ folder: place(id), keep: 1, passphrase: null })),
    verifyFailed: verify,
    verify,
    isDoneAlready: never,
    isRightAnswer: saysWhatToDo,
    tidy: (id) => rm(place(id), { recursive: true }),
  };
}

/** Into a folder that does not exist, or one that is the root of a disk. */
export function restoreDeed(
  { place, digests }: BackupWorld,
  options: { name: string; source: string; secret?: string; isOwnDisk?: boolean },
): Deed {
  const { name, source, secret = null, isOwnDisk = false } = options;
  return {
    name,
    prepare: async (id) => void (isOwnDisk && (await mkdir(path.join(place(id), 'lost+found'), { recursive: true }))),
    act: (id) => attempted(() => restoreBackup({ source, dataDir: place(id), passphrase: secret })),
    async verifyFailed(id) {
      const names = (await readdir(place(id)).catch((): string[] => [])).filter((each) => each !== 'lost+found');
      // A failure at the very end may leave all of it, never a part.
      if (names.some((each) => !each.startsWith('.restoring'))) assert.deepEqual(await digestsOf(place(id)), digests);
    },
    verify: async (id) => assert.deepEqual(await digestsOf(place(id)), digests),
    isDoneAlready: ({ text }) => text.includes('is not empty'),
    isRightAnswer: saysWhatToDo,
    tidy: (id) => rm(place(id), { recursive: true }),
  };
}
