import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createFileNotes, createSharedNotes, type BackupNotes } from '#server/upkeep/backup/daily/backup-notes.ts';
import { takeBackupTurn, type BackupTurn } from '#server/upkeep/backup/backup-turn.ts';
import { lowerPriority } from '#server/upkeep/backup/daily/lower-priority.ts';
import { isArchive } from '#server/upkeep/backup/backup-target.ts';
import { BackupIsRunning, makeBackup } from '#server/upkeep/backup/make-backup.ts';
import { findPassphrase, requireStrong } from '#server/upkeep/backup/format/passphrase.ts';
import { inWords, showProgress } from '#server/upkeep/backup/format/progress.ts';
import { readConfig, type Config } from '#server/config.ts';
import { keepFilesPrivate } from '#server/engines/data-folder/keep-files-private.ts';
import { onlyHolder } from '#server/engines/database/sql/leases.ts';
import { openTransfer } from '#server/engines/open-database.ts';

/** `npm run backup -- FILE.tar|FOLDER [--passphrase-file FILE]`: backs up the library in DATA_DIR, running or not. */

const usage = 'npm run backup -- FILE.tar|FOLDER [--passphrase-file FILE]';

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'passphrase-file': { type: 'string' } },
  });
  const [target, ...others] = positionals;
  if (target === undefined || others.length > 0) throw new Error(`name one file or folder: ${usage}`);
  const config = readConfig(process.env);
  const { dataDir, database, store, backup } = config;
  keepFilesPrivate(dataDir);
  const file = values['passphrase-file'] ?? backup.passphraseFile;
  const passphrase = await findPassphrase({ file, passphrase: backup.passphrase });
  requireStrong(passphrase);
  // The server of this library may be running.
  lowerPriority();
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  const progress = showProgress('backup', process.stdout);
  const began = Date.now();
  try {
    await using records = await openNotes(config);
    const { holder, turn, notes } = records;
    const made = await makeBackup(
      { dataDir, database, store, target, passphrase, holder },
      { progress: progress.see, signal: AbortSignal.any([stop.signal, turn.lost]) },
    );
    progress.end();
    const lastSuccess = {
      at: new Date(began).toISOString(),
      target,
      files: made.files,
      bytes: made.bytes,
      copiedBytes: made.copiedBytes,
      missing: made.missing.length,
      seconds: Math.round((Date.now() - began) / 1000),
    };
    await notes.change((state) => ({ ...state, lastSuccess })).catch(() => undefined);
    const place = isArchive(target) ? target : `${target} as ${made.snapshot}`;
    process.stdout.write(
      `backup: ${made.materials} materials and ${made.files} files (${inWords(made.bytes)}, ${inWords(made.copiedBytes)} of it new) are in ${place}\n`,
    );
    for (const { id, name } of made.missing)
      process.stderr.write(`backup: the library has lost the bytes of ${id} (${name}); this backup lacks them\n`);
    if (made.missing.length > 0) process.exitCode = 2;
  } catch (error) {
    progress.end();
    if (stop.signal.aborted) throw new Error('stopped; run the same command again to resume', { cause: error });
    throw error;
  }
}

/** Opens the lease for backups among all machines, and the record of backups: with PostgreSQL, in the database. */
async function openNotes({
  dataDir,
  database,
}: Config): Promise<AsyncDisposable & { holder: string; turn: BackupTurn; notes: BackupNotes }> {
  await using opened = new AsyncDisposableStack();
  const holder = `backup.${randomUUID()}`;
  const records = database && opened.use(await openTransfer({ dataDir, address: database, isNew: false }));
  const turn = await takeBackupTurn({ leases: records?.leases ?? onlyHolder, holder });
  if (!turn) throw new BackupIsRunning('another backup of this library is being made; try again later');
  opened.defer(() => turn.end());
  const notes = records
    ? createSharedNotes({ find: records.findSetting, set: records.setSetting }, dataDir)
    : createFileNotes(dataDir);
  const held = opened.move();
  return { holder, turn, notes, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

main().catch((error: unknown) => {
  process.stderr.write(`backup: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
