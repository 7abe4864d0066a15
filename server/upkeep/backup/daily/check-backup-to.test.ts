import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { findBackupFault } from './check-backup-to.ts';
import { createDailyBackup } from './daily-backup.ts';

test('finds no fault in a writable location for daily backups, and leaves nothing in it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-to-'));
  for (const to of [folder, path.join(folder, 'new', 'backups'), path.join(folder, 'library-{date}.tar')])
    expect(await findBackupFault(to)).toBeNull();
  expect(await readdir(folder)).toEqual([]);
  expect(await findBackupFault(path.join(folder, 'missing', '{date}.tar'))).toContain(
    `there is no folder ${path.join(folder, 'missing')}`,
  );
  await writeFile(path.join(folder, 'file'), '');
  expect(await findBackupFault(path.join(folder, 'file'))).toContain('(ENOTDIR)');
  await rm(folder, { recursive: true });
});

test.skipIf(!existsSync('/proc/self'))("logs at the start that BACKUP_TO can't be written", async () => {
  const logged = Promise.withResolvers<string>();
  const log = pino({}, { write: (line) => logged.resolve(line) });
  const daily = createDailyBackup({ config: readConfig({ DATA_DIR: tmpdir(), BACKUP_TO: '/proc/x' }), log });
  daily.start();
  expect(await logged.promise).toContain("setting BACKUP_TO: the user of the server can't write to /proc ");
  await daily.close();
});
