import { parseArgs } from 'node:util';
import { changeBackupState } from '#server/backup/backup-state.ts';
import { lowerPriority } from '#server/backup/lower-priority.ts';
import { isArchive } from '#server/backup/backup-target.ts';
import { makeBackup } from '#server/backup/make-backup.ts';
import { findPassphrase, requireStrong } from '#server/backup/passphrase.ts';
import { inWords, showProgress } from '#server/backup/progress.ts';
import { readConfig } from '#server/config.ts';

/**
 * `npm run backup -- FILE.tar|FOLDER [--passphrase-file FILE]`: a backup of the library in DATA_DIR, running or not.
 */

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
    const made = await makeBackup(
      { dataDir, database, store, target, passphrase },
      { progress: progress.see, signal: stop.signal },
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
    await changeBackupState(dataDir, (state) => ({ ...state, lastSuccess })).catch(() => undefined);
    const place = isArchive(target) ? target : `${target} as ${made.snapshot}`;
    process.stdout.write(
      `backup: ${made.materials} materials and ${made.files} files (${inWords(made.bytes)}, ${inWords(made.copiedBytes)} of it new) are in ${place}\n`,
    );
    for (const { id, name } of made.missing)
      process.stderr.write(`backup: the library has lost the bytes of ${id} (${name}); this backup lacks them\n`);
    if (made.missing.length > 0) process.exitCode = 2;
  } catch (error) {
    progress.end();
    if (stop.signal.aborted) throw new Error('stopped; the same command goes on where it was', { cause: error });
    throw error;
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`backup: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
