import { access } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { readConfig, type Config } from '#server/config.ts';
import { requireSqlite } from './require-sqlite.ts';
import { checkLibrary, type LibraryReport, type Note, type Problem } from '#server/library-check/check-library.ts';
import { repairLibrary } from '#server/library-check/repair-library.ts';
import { createStorageFiles } from '#server/library-check/stored-files.ts';
import { openStorage } from '#server/storage/open-storage.ts';

/**
 * `npm run check-library [-- --repair]`: compares every record of the library in DATA_DIR with its stored bytes. Exits
 * with 0 when all is well, with 1 when something is wrong or could not be checked.
 */

/** How many are named one by one; of the others the number is printed. */
const mostNamed = 50;

async function main(): Promise<boolean> {
  const words = process.argv.slice(2);
  const unknown = words.find((word) => word !== '--repair');
  if (unknown !== undefined) throw new Error(`"${unknown}" is not known here; use --repair or nothing`);
  const config = readConfig(process.env);
  requireSqlite(config, 'this command reads SQLite only. PostgreSQL checks its own files (pg_amcheck, data checksums)');
  const { dataDir } = config;
  await access(dataDir).catch(() => {
    throw new Error(`setting DATA_DIR: there is no folder ${path.resolve(dataDir)}`);
  });
  if (words.includes('--repair')) {
    const log = pino({ level: 'warn' }, pino.destination(2));
    const { returned, strays, removed, halfMade, derived } = await repairLibrary({ config, log });
    say(
      `Mended: ${returned} files brought back, ${strays} without a record moved aside, ${removed} removed files deleted, ${halfMade} half-made files and pictures or copies of ${derived} files that are gone deleted.`,
    );
  }
  const report = await check(config);
  print(report, path.resolve(dataDir));
  return report.problems.length === 0;
}

/** With a store on another machine its bytes are read from there. */
async function check({ dataDir, store }: Config): Promise<LibraryReport> {
  if (!store) return checkLibrary({ dataDir, onProgress: createProgress() });
  const storage = await openStorage({ dataDir, store, purpose: `check-${process.pid}` });
  try {
    return await checkLibrary({ dataDir, stored: createStorageFiles(storage), onProgress: createProgress() });
  } finally {
    await storage.close();
  }
}

function print({ isServerRunning, files, bytes, problems, notes }: LibraryReport, folder: string): void {
  say(`${folder}: ${files} files, ${(bytes / 1024 / 1024).toFixed(1)} MB read and compared with their records.`);
  say(
    isServerRunning
      ? 'A server is running here: what it is writing is left out. Stop it to see half-made files as well, and for --repair.'
      : 'No server is running here: everything was looked at.',
  );
  list(notes);
  list(problems);
  say(problems.length === 0 ? 'Nothing is wrong.' : `${problems.length} things are wrong.`);
}

/** Grouped by kind, each with its names. */
function list(found: readonly (Problem | Note)[]): void {
  for (const [kind, entries] of Map.groupBy(found, (each) => each.kind)) {
    say(`${kind}: ${entries.length}`);
    for (const { what } of entries.slice(0, mostNamed)) say(`  ${what}`);
    if (entries.length > mostNamed) say(`  and ${entries.length - mostNamed} more`);
  }
}

/** One line that is overwritten, only on a terminal. */
function createProgress(): ((progress: { done: number; total: number }) => void) | undefined {
  if (!process.stderr.isTTY) return undefined;
  return ({ done, total }) => void process.stderr.write(`\r${done} of ${total}${done === total ? '\n' : ''}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`The library could not be checked: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
