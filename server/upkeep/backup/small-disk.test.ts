import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { digestsOf, openSmallLibrary } from '#test/support/small-library.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

/** True if this machine can create real small file systems, which only root can. */
const isRoot = process.getuid?.() === 0 && spawnSync('which', ['mount']).status === 0;

async function mount(folder: string, size: string) {
  await mkdir(folder);
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
  return {
    isMounted: status === 0,
    reason: stderr.toString(),
    grow: (to: string) => spawnSync('mount', ['-o', `remount,size=${to}`, folder]),
    [Symbol.dispose]: () => void spawnSync('umount', ['-l', folder]),
  };
}

test.runIf(isRoot)(
  'leaves the earlier backups unchanged on a full disk, and continues with the same command when there is space',
  async ({ skip }) => {
    await using library = await openSmallLibrary();
    const disk = library.place('disk');
    using small = await mount(disk, '1m');
    skip(!small.isMounted, small.reason);
    await library.add('one', 'the first file');
    const digests = await digestsOf(library.dataDir);
    const backUp = (name: string) =>
      makeBackup({ dataDir: library.dataDir, target: path.join(disk, name), passphrase: null });
    await backUp('backups');
    await backUp('first.tar');
    await library.add('large', randomBytes(3_000_000));
    await expect(backUp('backups')).rejects.toThrow('backups has no room left; make room or choose another place');
    await expect(backUp('second.tar')).rejects.toThrow('second.tar has no room left');
    expect(await readdir(disk)).toEqual(expect.arrayContaining(['backups', 'first.tar']));
    expect(await readdir(disk)).toHaveLength(2);
    for (const name of ['backups', 'first.tar']) {
      const dataDir = library.place(`restored-${name}`);
      await restoreBackup({ source: path.join(disk, name), dataDir, passphrase: null });
      expect(await digestsOf(dataDir)).toEqual(digests);
    }
    small.grow('16m');
    expect(await backUp('backups')).toMatchObject({ copiedBytes: 3_000_000 });
    expect(await backUp('second.tar')).toMatchObject({ files: 2 });
  },
);

test.runIf(isRoot)(
  'restores into a data folder on its own disk, or leaves it empty if it is too small',
  async ({ skip }) => {
    await using library = await openSmallLibrary();
    await library.add('one', randomBytes(3_000_000));
    const source = library.place('library.tar');
    await makeBackup({ dataDir: library.dataDir, target: source, passphrase: null });
    const dataDir = library.place('volume');
    using volume = await mount(dataDir, '1m');
    skip(!volume.isMounted, volume.reason);
    await expect(restoreBackup({ source, dataDir, passphrase: null })).rejects.toThrow('the library needs 3');
    expect(await readdir(dataDir)).toEqual([]);
    volume.grow('16m');
    await restoreBackup({ source, dataDir, passphrase: null });
    expect((await readdir(dataDir)).sort()).toEqual(['examshelf.sqlite', 'files']);
    expect(await digestsOf(dataDir)).toEqual(await digestsOf(library.dataDir));
  },
);

test.runIf(isRoot)('restores into a data folder that is a mount point on the disk of its parent', async ({ skip }) => {
  await using library = await openSmallLibrary();
  const source = library.place('library.tar');
  await makeBackup({ dataDir: library.dataDir, target: source, passphrase: null });
  const dataDir = library.place('bound');
  const beyond = library.place('beyond');
  for (const folder of [dataDir, beyond]) await mkdir(folder);
  const { status, stderr } = spawnSync('mount', ['--bind', beyond, dataDir]);
  skip(status !== 0, stderr.toString());
  using _ = { [Symbol.dispose]: () => void spawnSync('umount', ['-l', dataDir]) };
  await restoreBackup({ source, dataDir, passphrase: null });
  expect((await readdir(beyond)).sort()).toEqual(['examshelf.sqlite', 'files']);
  expect(await digestsOf(dataDir)).toEqual(await digestsOf(library.dataDir));
  expect((await readdir(library.place('.'))).filter((name) => name.endsWith('.restoring'))).toEqual([]);
  await expect(restoreBackup({ source, dataDir, passphrase: null })).rejects.toThrow(
    'is not empty; stop the server and move the folder away (of a mount point, what is in it), or name another',
  );
});
