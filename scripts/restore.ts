import { parseArgs } from 'node:util';
import { findPassphrase } from '#server/upkeep/backup/format/passphrase.ts';
import { inWords, showProgress } from '#server/upkeep/backup/format/progress.ts';
import { restoreBackup } from '#server/upkeep/backup/restore-backup.ts';
import { readConfig } from '#server/config.ts';
import { keepFilesPrivate } from '#server/engines/data-folder/keep-files-private.ts';
import { describePlace } from '#server/upkeep/backup/place.ts';

/**
 * `npm run restore -- FILE.tar|FOLDER`: puts a backup into DATA_DIR, which must be empty or missing, or
 * into the empty database of DATABASE_URL; files go to the store of STORAGE_URL if it is set.
 */

const usage = 'npm run restore -- FILE.tar|FOLDER [--snapshot NAME] [--passphrase-file FILE]';

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'passphrase-file': { type: 'string' }, snapshot: { type: 'string' } },
  });
  const [source, ...others] = positionals;
  if (source === undefined || others.length > 0) throw new Error(`name one file or folder: ${usage}`);
  const config = readConfig(process.env);
  const { dataDir, database, store, backup } = config;
  keepFilesPrivate(dataDir);
  const file = values['passphrase-file'] ?? backup.passphraseFile;
  const passphrase = await findPassphrase({ file, passphrase: backup.passphrase });
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  const progress = showProgress('restore', process.stdout);
  try {
    const restored = await restoreBackup(
      {
        source,
        dataDir,
        database,
        store,
        passphrase,
        ...(values.snapshot !== undefined && { snapshot: values.snapshot }),
      },
      { progress: progress.see, signal: stop.signal },
    );
    progress.end();
    process.stdout.write(
      `restore: ${restored.materials} materials and ${restored.files} files (${inWords(restored.bytes)}) of ${restored.takenAt} are in ${describePlace({ dataDir, database, store })}\n`,
    );
    for (const { id, name } of restored.missing)
      process.stderr.write(`restore: the backup lacks the bytes of ${id} (${name}), which the library had lost\n`);
    if (restored.missing.length > 0) process.exitCode = 2;
  } catch (error) {
    progress.end();
    if (stop.signal.aborted) throw new Error('stopped; nothing was restored', { cause: error });
    throw error;
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`restore: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
