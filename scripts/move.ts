import { parseArgs } from 'node:util';
import { moveLibrary, reopenLibrary, type MoveOutcome } from '#server/upkeep/backup/move-library.ts';
import { findPassphrase, requireStrong } from '#server/upkeep/backup/format/passphrase.ts';
import { describePlace, type Place } from '#server/upkeep/backup/place.ts';
import { inWords, showProgress } from '#server/upkeep/backup/format/progress.ts';
import { readConfig } from '#server/config.ts';
import { keepFilesPrivate } from '#server/engines/data-folder/keep-files-private.ts';
import { readPostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { readS3Address } from '#server/engines/storage/s3/s3-address.ts';

/**
 * `npm run move -- FOLDER --to-data-dir FOLDER [--to-database postgres://…] [--to-storage s3://…]`: moves the
 * configured library to another location, through a backup in the first folder. Exits with 2 if the library had lost
 * files before.
 */

const usage =
  'npm run move -- FOLDER --to-data-dir FOLDER [--to-database postgres://…] [--to-storage s3://…] [--passphrase-file FILE], or npm run move -- --reopen';

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      'to-data-dir': { type: 'string' },
      'to-database': { type: 'string' },
      'to-storage': { type: 'string' },
      'passphrase-file': { type: 'string' },
      reopen: { type: 'boolean' },
    },
  });
  const config = readConfig(process.env);
  const { dataDir, database, store, backup } = config;
  keepFilesPrivate(dataDir);
  const from = { dataDir, database, store };
  if (values.reopen) return reopen(from);
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) throw new Error(`name one folder for the backup: ${usage}`);
  const to = readTarget(values);
  const file = values['passphrase-file'] ?? backup.passphraseFile;
  const passphrase = await findPassphrase({ file, passphrase: backup.passphrase });
  requireStrong(passphrase);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  const progress = showProgress('move', process.stdout);
  const step = (words: string) => {
    progress.end();
    say(words);
  };
  say(`from ${describePlace(from)}`);
  say(`to ${describePlace(to)}`);
  try {
    const outcome = await moveLibrary(
      { from, to, folder, passphrase },
      { step, progress: progress.see, signal: stop.signal },
    );
    progress.end();
    print(outcome, to);
  } catch (error) {
    progress.end();
    // The error itself says that the library could not be opened again.
    if (stop.signal.aborted && !(error instanceof Error && error.message.includes('--reopen')))
      throw new Error('stopped; the library is open as before, and nothing was moved', { cause: error });
    throw error;
  }
}

function readTarget(named: { 'to-data-dir'?: string; 'to-database'?: string; 'to-storage'?: string }): Place {
  const { 'to-data-dir': dataDir, 'to-database': toDatabase, 'to-storage': toStorage } = named;
  if (dataDir === undefined) throw new Error(`name the new data folder with --to-data-dir: ${usage}`);
  const database = toDatabase === undefined ? null : readPostgresAddress(toDatabase, process.env['PGPASSWORD']);
  if (toDatabase !== undefined && !database)
    throw new Error('--to-database: must be like postgres://user:password@host:5432/database?sslmode=verify-full');
  const store = toStorage === undefined ? null : readS3Address(toStorage);
  if (toStorage !== undefined && !store)
    throw new Error(
      '--to-storage: must be like s3://bucket/prefix?endpoint=https://store.example.edu&region=us-east-1',
    );
  return { dataDir, database, store };
}

async function reopen(place: Place): Promise<void> {
  const mark = await reopenLibrary(place);
  if (!mark) return say('the library was open; nothing was changed');
  say(`the library is open again; it was closed ${mark.since} for a move to ${mark.to}`);
  if (mark.state === 'moved') say('changes made at its new place since then are not here');
}

function print({ materials, files, bytes, missing, closedMs }: MoveOutcome, to: Place): void {
  for (const { id, name } of missing)
    process.stderr.write(
      `move: the library had lost the bytes of ${id} (${name}) before; they are missing there as well\n`,
    );
  if (missing.length > 0) process.exitCode = 2;
  say(
    `moved ${materials} materials and ${files} files (${inWords(bytes)}); for ${(closedMs / 1000).toFixed(1)} s nothing could be written`,
  );
  say(`now stop the servers and start them with: ${describeSettings(to)}`);
  say('until then the old place is read-only. Keep it until the new one was backed up');
}

function describeSettings({ dataDir, database, store }: Place): string {
  return [
    `DATA_DIR=${dataDir}`,
    database ? 'DATABASE_URL=(as given with --to-database)' : 'no DATABASE_URL',
    store ? 'STORAGE_URL=(as given with --to-storage)' : 'no STORAGE_URL',
  ].join(', ');
}

function say(line: string): void {
  process.stdout.write(`move: ${line}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`move: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
