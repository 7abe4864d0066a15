import { spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { callAs, smallPdf, uploadSmallFile } from '#test/support/contract-caller.ts';
import { startChildServer } from '#test/support/child-server.ts';
import { administrator } from '#test/support/server.ts';
import { casesOf } from '#test/support/sweeps.ts';

const root = path.join(import.meta.dirname, '..', '..', '..');

/**
 * A temporary folder, and in its folder `data` the library of a server that was stopped. The folder is removed at the
 * end.
 */
async function openPlace(dataMode: number | null) {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-modes-'));
  const dataDir = path.join(folder, 'data');
  if (dataMode !== null) {
    await mkdir(dataDir);
    await chmod(dataDir, dataMode);
  }
  const settings = {
    DATA_DIR: dataDir,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    DISK_RESERVE_MB: '4',
  };
  let child: ChildProcess | undefined;
  const close = async () => {
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const server = await startChildServer(settings, (spawned) => (child = spawned));
    return { folder, dataDir, settings, ...server, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the modes of everything below the folder, with an example of each. */
async function modesBelow(folder: string) {
  const modes = { folders: new Map<string, string>(), files: new Map<string, string>() };
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const place = path.join(entry.parentPath, entry.name);
    // SQLite removes files next to a database while it works.
    const found = await stat(place).catch(() => null);
    if (found) modes[found.isDirectory() ? 'folders' : 'files'].set((found.mode & 0o777).toString(8), place);
  }
  return { folders: [...modes.folders.keys()], files: [...modes.files.keys()], examples: modes };
}

test('creates all files of a start, an upload, a picture and a backup only for the user of the server', async () => {
  await using place = await openPlace(null);
  const session = await callAs(place.url).call('POST', '/account/sessions/email', { json: administrator });
  const admin = callAs(place.url, session.headers.get('set-cookie')?.split(';')[0]);
  await uploadSmallFile(admin, { id: 'f1', name: 'a.pdf', content: smallPdf });
  const picture = await admin.call('GET', '/storage/buckets/files/files/f1/preview?width=160');
  expect(picture.status).toBe(200);
  for (const target of ['backups', 'backup.tar']) {
    const args = ['-c', 'umask 022; exec "$0" "$@"', process.execPath, 'scripts/backup.ts'];
    const { status, stderr } = spawnSync('sh', [...args, path.join(place.folder, target)], {
      cwd: root,
      env: { PATH: process.env['PATH'], ...place.settings },
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  }
  const made = await modesBelow(place.folder);
  expect([...made.examples.files.values(), ...made.examples.folders.values()]).not.toEqual([]);
  expect(made).toMatchObject({ folders: ['700'], files: ['600'] });
  expect(place.output()).not.toContain('every user of this machine can read');
});

const modes = [
  { name: '750', mode: 0o750, isReported: false },
  { name: '755', mode: 0o755, isReported: true },
];

test.each(casesOf('starts', modes, ({ name }) => name === '755'))(
  'creates new files for the group that a data folder of mode $name admits, and reports access of others',
  async (given) => {
    await using place = await openPlace(given.mode);
    const { folders, files } = await modesBelow(place.dataDir);
    expect({ folders, files }).toEqual({ folders: ['750'], files: ['640'] });
    const warning = `every user of this machine can read ${place.dataDir}, with accounts and unpublished files. Run: chmod o-rwx ${place.dataDir}`;
    expect(place.output().includes(warning)).toBe(given.isReported);
  },
);
