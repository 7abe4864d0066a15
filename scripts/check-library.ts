import path from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { findPassphrase } from '#server/upkeep/backup/format/passphrase.ts';
import { readConfig, type Config } from '#server/config.ts';
import { keepFilesPrivate } from '#server/engines/data-folder/keep-files-private.ts';
import { readFault } from '#server/machinery/faults/read-fault.ts';
import {
  checkLibrary,
  type LibraryReport,
  type Note,
  type Problem,
} from '#server/upkeep/library-check/check-library.ts';
import { repairLibrary } from '#server/upkeep/library-check/repair-library.ts';
import { createStorageFiles } from '#server/upkeep/library-check/stored-files.ts';
import { readCatalogue } from '#server/library/site-content/catalogue-file.ts';
import { describeAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { describeFilesPlace, openStorage } from '#server/engines/open-storage.ts';
import { findFolderFault } from '#server/library/site-content/find-folder-fault.ts';

/**
 * `npm run check-library [-- --repair [--from FILE.tar|FOLDER]]`: compares every record of the library (in DATA_DIR, or
 * in the database of DATABASE_URL) with its stored bytes (in DATA_DIR, or in the store of STORAGE_URL). Exits with 0 if
 * everything is right, and with 1 if something is wrong or could not be checked.
 */

const usage = 'npm run check-library [-- --repair [--from FILE.tar|FOLDER [--passphrase-file FILE]]]';

/** Maximum number of items that are listed; further ones are counted. */
const mostNamed = 50;

async function main(): Promise<boolean> {
  const options = readOptions(process.argv.slice(2));
  const config = readConfig(process.env);
  const { dataDir, database, store } = config;
  keepFilesPrivate(dataDir);
  const fault = database && store ? null : await findFolderFault(path.resolve(dataDir));
  if (fault !== null) throw new Error(`setting DATA_DIR: ${fault}`);
  if (options.isRepair) await repair(config, options);
  const report = await check(config);
  print(report, describePlace(config));
  return report.problems.length === 0;
}

type Options = { isRepair: boolean; from: string | undefined; passphraseFile: string | undefined };

function readOptions(words: string[]): Options {
  const { values, tokens } = parseArgs({
    args: words,
    strict: false,
    tokens: true,
    options: { repair: { type: 'boolean' }, from: { type: 'string' }, 'passphrase-file': { type: 'string' } },
  });
  for (const token of tokens) {
    const word = token.kind === 'option' ? token.rawName : token.kind === 'positional' ? token.value : '--';
    if (token.kind !== 'option' || !['repair', 'from', 'passphrase-file'].includes(token.name))
      throw new Error(`"${word}" is an unknown option: ${usage}`);
    if ((token.name === 'repair') !== (token.value === undefined))
      throw new Error(`"${word}" is not complete: ${usage}`);
  }
  const isRepair = values['repair'] === true;
  const [from, passphraseFile] = [values['from'], values['passphrase-file']].map((each) => each?.toString());
  if (!isRepair && from !== undefined) throw new Error(`--from belongs to --repair: ${usage}`);
  return { isRepair, from, passphraseFile };
}

async function repair(config: Config, { from: source, passphraseFile }: Options): Promise<void> {
  const log = pino({ level: 'warn' }, pino.destination(2));
  const { backup } = config;
  const file = passphraseFile ?? backup.passphraseFile;
  const passphrase = source === undefined ? null : await findPassphrase({ file, passphrase: backup.passphrase });
  const from = source === undefined ? undefined : { source, passphrase };
  const { records, bytes, returned, strays, removed, halfMade, derived } = await repairLibrary({ config, log, from });
  say(
    `Repaired: ${records} lost records and the bytes of ${bytes} files restored, ${returned} files moved back, ${strays} without a record moved aside, ${removed} removed files deleted, ${halfMade} half-made files and pictures or copies of ${derived} files that are gone deleted.`,
  );
}

/** Checks the library. Reads the bytes from a store on another machine, if they are there. */
async function check({ dataDir, database, store, publicUrl, catalogue }: Config): Promise<LibraryReport> {
  const parts = { dataDir, database, publicUrl, catalogue: await readCatalogue(catalogue), ...createProgress() };
  if (!store) return checkLibrary(parts);
  const storage = await openStorage({ dataDir, store, purpose: `check-${process.pid}` });
  try {
    return await checkLibrary({ ...parts, stored: createStorageFiles(storage) });
  } finally {
    await storage.close();
  }
}

/** Describes the places without passwords. */
function describePlace({ dataDir, database, store }: Config): string {
  const folder = path.resolve(dataDir);
  const records = database && `PostgreSQL ${describeAddress(database)}`;
  const files = store ? describeFilesPlace(store) : folder;
  return records ? `${records} with files in ${files}` : folder;
}

function print({ isServerRunning, files, bytes, problems, notes, counts }: LibraryReport, place: string): void {
  say(`${place}: ${files} files, ${(bytes / 1024 / 1024).toFixed(1)} MB read and compared with their records.`);
  say(
    isServerRunning
      ? 'A server is running here: files that it is writing are left out. Stop all servers to check unfinished files as well, and for --repair.'
      : 'No server is running here: everything was checked.',
  );
  list(notes, counts);
  const wrong = list(problems, counts);
  say(wrong === 0 ? 'Nothing is wrong.' : `${wrong} things are wrong.`);
}

/** Prints the findings grouped by kind, each with its names. Returns their number. */
function list(found: readonly (Problem | Note)[], counts: LibraryReport['counts']): number {
  let total = 0;
  for (const [kind, entries] of Map.groupBy(found, (each) => each.kind)) {
    const count = counts[kind] ?? entries.length;
    total += count;
    say(`${kind}: ${count}`);
    for (const { what } of entries.slice(0, mostNamed)) say(`  ${what}`);
    if (count > mostNamed) say(`  and ${count - mostNamed} more`);
  }
  return total;
}

/** Prints progress in one line that is overwritten, only on a terminal. */
function createProgress(): { onProgress?: (progress: { done: number; total: number }) => void } {
  if (!process.stderr.isTTY) return {};
  return {
    onProgress: ({ done, total }) => void process.stderr.write(`\r${done} of ${total}${done === total ? '\n' : ''}`),
  };
}

function explain(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  const fault = readFault(error);
  const isAway = fault === 'database-failing' || fault === 'store-failing';
  return isAway && !said.startsWith('setting ')
    ? `${said}; see that it works, then run the command again (a check changes nothing, a repair loses nothing)`
    : said;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`The library could not be checked: ${explain(error)}\n`);
  process.exitCode = 1;
}
