import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findFolderFault } from './find-folder-fault.ts';

test('a folder that exists but cannot be reached is not called missing', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-fault-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  const loop = path.join(folder, 'loop');
  await symlink(loop, loop);
  expect(await findFolderFault(folder)).toBeNull();
  for (const missing of [path.join(folder, 'missing'), file, path.join(file, 'below')])
    expect(await findFolderFault(missing)).toBe(`there is no folder ${missing}`);
  expect(await findFolderFault(Buffer.from(loop), 'papers')).toBe('the folder papers cannot be opened (ELOOP)');
});
