import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkDataFolder } from '#server/engines/data-folder/check-data-folder.ts';
import { openFolderTarget } from '#server/upkeep/backup/folder-target.ts';
import { makeFolder } from './make-folder.ts';

test('creates a folder with its parents, and leaves an existing one', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'examshelf-make-'));
  const folder = path.join(root, 'one', 'two');
  await makeFolder(folder);
  await makeFolder(folder);
  expect((await stat(folder)).isDirectory()).toBe(true);
  await writeFile(path.join(root, 'file'), '');
  await expect(makeFolder(path.join(root, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(path.join(root, 'file', 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  await rm(root, { recursive: true });
});

// There nothing can be created, and `mkdir` with `recursive` tries forever.
test.skipIf(!existsSync('/proc/self'))(
  'fails for data and for backups where the system creates no folder',
  async () => {
    await expect(checkDataFolder('/proc/x')).rejects.toThrow(
      /^setting DATA_DIR: \/proc\/x can't be used \(ENOENT[^\n]*$/,
    );
    await expect(openFolderTarget('/proc/x/y', { passphrase: null })).rejects.toThrow("/proc/x/y can't be created");
  },
);
