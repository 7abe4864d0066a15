import { countOf } from '#domain/count-of.ts';
import { parseArgs } from 'node:util';
import { inWords } from '#server/backup/progress.ts';
import { readConfig, type Config } from '#server/config.ts';
import { keepFilesPrivate } from '#server/data-folder/keep-files-private.ts';
import { openTransfer } from '#server/database/open-database.ts';
import { readPostgresAddress } from '#server/database/postgres/postgres-address.ts';
import { reopenLibrary } from '#server/moving/close-library.ts';
import { explainMove } from '#server/moving/explain-move.ts';
import { moveLibrary, type MoveEvents, type MoveReport } from '#server/moving/move-library.ts';
import { describePlace, MoveProblem, type Place } from '#server/moving/place.ts';
import { readS3Address } from '#server/storage/s3/s3-address.ts';

/**
 * `npm run move -- --to-database postgres://…|sqlite --to-storage s3://…|disk`: moves the library of the settings to another
 * database, another store of files, or both, while its servers go on. Exits with 2 if the library had lost files before.
 */

const usage =
  'npm run move -- [--to-database postgres://…|sqlite] [--to-storage s3://…|disk] [--to-data-dir FOLDER] [--prepare], or npm run move -- --reopen';

const progressMs = 10_000;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'to-database': { type: 'string' },
      'to-storage': { type: 'string' },
      'to-data-dir': { type: 'string' },
      prepare: { type: 'boolean' },
      reopen: { type: 'boolean' },
    },
  });
  const config = readConfig(process.env);
  keepFilesPrivate(config.dataDir);
  const from: Place = config;
  if (values.reopen) return reopen(from);
  const to = readTarget(config, values);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  say(`from ${describePlace(from)}`);
  say(`to ${describePlace(to)}`);
  try {
    const isPreparing = values.prepare ?? false;
    const report = await moveLibrary(from, to, { events: showEvents(), signal: stop.signal, isPreparing });
    print(report, to);
  } catch (error) {
    // If the library could not be opened again, that is what is said.
    if (stop.signal.aborted && !(error instanceof MoveProblem))
      throw new Error('stopped; the library is open as before, and the same command goes on where it was', {
        cause: error,
      });
    throw explainMove(error);
  }
}

function readTarget(
  { dataDir, database, store }: Config,
  named: { 'to-database'?: string; 'to-storage'?: string; 'to-data-dir'?: string },
): Place {
  const { 'to-database': toDatabase, 'to-storage': toStorage, 'to-data-dir': toDataDir } = named;
  if (toDatabase === undefined && toStorage === undefined)
    throw new Error(`name the new place with --to-database, --to-storage or both: ${usage}`);
  const place = { dataDir: toDataDir ?? dataDir, database, store };
  if (toDatabase !== undefined) {
    place.database = toDatabase === 'sqlite' ? null : readPostgresAddress(toDatabase, process.env['PGPASSWORD']);
    if (toDatabase !== 'sqlite' && !place.database)
      throw new Error(
        '--to-database: must be sqlite, or like postgres://user:password@host:5432/database?sslmode=verify-full',
      );
  }
  if (toStorage !== undefined) {
    place.store = toStorage === 'disk' ? null : readS3Address(toStorage);
    if (toStorage !== 'disk' && !place.store)
      throw new Error(
        '--to-storage: must be disk, or like s3://bucket/prefix?endpoint=https://store.example.edu&region=us-east-1',
      );
  }
  return place;
}

async function reopen(place: Place): Promise<void> {
  await using records = await openTransfer({ dataDir: place.dataDir, address: place.database, isNew: false });
  const mark = await reopenLibrary(records);
  if (!mark) return say('the library was open; nothing was changed');
  say(`the library is open again; it was closed ${mark.since} for a move to ${mark.to}`);
  if (mark.state === 'moved') say('what was changed at its new place since then is not here');
}

function showEvents(): MoveEvents {
  let last = performance.now();
  return {
    step: (words) => say(words),
    file({ files, bytes, copiedBytes }) {
      if (performance.now() - last < progressMs) return;
      last = performance.now();
      say(`  ${countOf(files, 'file')} of ${inWords(bytes)} checked, ${inWords(copiedBytes)} copied`);
    },
    table: ({ name, rows, isCopied }) => say(`  ${name}: ${describeRows(rows, isCopied)}`),
  };
}

function describeRows(rows: number, isCopied: boolean): string {
  if (rows === 0) return 'no rows';
  return `${countOf(rows, 'row')} ${isCopied ? 'copied' : 'there already'}`;
}

function print({ moved, files, parts, tables, texts, closedMs }: MoveReport, to: Place): void {
  if (files)
    say(
      `${files.files} files (${inWords(files.bytes)}) are there, ${files.copied} of them copied now, each compared by its SHA-256`,
    );
  if (parts > 0) say(`${parts} parts of uploads that have not ended are there`);
  if (texts) say(`the texts of ${texts.documents} files are there, ${texts.copied} of them copied now`);
  for (const { id, name } of files?.missing ?? [])
    process.stderr.write(
      `move: the library had lost the bytes of ${id} (${name}) before; they are missing there as well\n`,
    );
  if ((files?.missing.length ?? 0) > 0) process.exitCode = 2;
  if (closedMs === null)
    return say('prepared; the same command without --prepare closes the library and moves the rest');
  for (const { name, rows, digest } of tables) say(`  ${name}: ${countOf(rows, 'row')}, sha256 ${digest.slice(0, 16)}`);
  say(`moved; for ${(closedMs / 1000).toFixed(1)} s nothing could be written`);
  say(`now stop the servers and start them with: ${describeSettings(to, moved.records)}`);
  say('until then the old place can be read, and refuses changes. Keep it until the new one was backed up');
}

function describeSettings({ dataDir, database, store }: Place, hasMovedRecords: boolean): string {
  return [
    `DATA_DIR=${dataDir}`,
    database ? `DATABASE_URL=${hasMovedRecords ? '(as given with --to-database)' : '(as it is)'}` : 'no DATABASE_URL',
    store ? 'STORAGE_URL=(as given with --to-storage, or as it is)' : 'no STORAGE_URL',
  ].join(', ');
}

function say(line: string): void {
  process.stdout.write(`move: ${line}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`move: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
