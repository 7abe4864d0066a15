import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { readConfig, type Config } from '#server/config.ts';
import { keepFilesPrivate } from '#server/engines/data-folder/keep-files-private.ts';
import { isDataFolderInUse } from '#server/engines/data-folder/lock-data-folder.ts';
import { readCatalogue } from '#server/library/site-content/catalogue-file.ts';
import { openResources } from '#server/engines/resources.ts';
import { createIndexKeeper } from '#server/library/search/index-keeper.ts';
import { forgetReindexState, readReindexState, writeReindexState } from '#server/library/search/reindex-request.ts';
import { findFolderFault } from '#server/library/site-content/find-folder-fault.ts';

/**
 * `npm run reindex`: rebuilds the search index from the records and the stored texts. A running server rebuilds it
 * itself and meanwhile searches the old index; without a server, this process rebuilds it.
 */

/** Maximum wait for a running server, which polls every second. */
const patienceMs = 20_000;
const pollMs = 500;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const { dataDir } = config;
  keepFilesPrivate(dataDir);
  const fault = await findFolderFault(path.resolve(dataDir));
  if (fault !== null) throw new Error(`setting DATA_DIR: ${fault}`);
  if (isDataFolderInUse(dataDir)) await askServer(dataDir);
  else await reindexHere(config);
}

async function askServer(dataDir: string): Promise<void> {
  say('A server is running here: it rebuilds the search index, and serves searches from the old one meanwhile.');
  await writeReindexState(dataDir, { state: 'requested' });
  let waitedMs = 0;
  while (true) {
    await sleep(pollMs);
    const state = await readReindexState(dataDir);
    if (state?.state === 'running') report(state);
    if (state?.state === 'failed') throw new Error(`the server could not rebuild the search index: ${state.reason}`);
    if (state?.state === 'finished') {
      await forgetReindexState(dataDir);
      return sayDone(state.total);
    }
    waitedMs = state?.state === 'running' ? 0 : waitedMs + pollMs;
    if (waitedMs > patienceMs) throw new Error('the server does not respond; check its log, or stop it and try again');
  }
}

async function reindexHere(config: Config): Promise<void> {
  const log = pino({ level: 'warn' }, pino.destination(2));
  const catalogue = await readCatalogue(config.catalogue);
  const resources = await openResources(config, log);
  const { database, texts, searchIndex: index, room } = resources;
  const keeper = createIndexKeeper({ database, texts, index, catalogue, isDiskLow: () => room.isLow(), log });
  const noting = setInterval(() => keeper.progress && report(keeper.progress), pollMs);
  try {
    const { total } = await keeper.rebuild();
    await forgetReindexState(config.dataDir);
    sayDone(total);
  } finally {
    clearInterval(noting);
    await keeper.close();
    await resources.close();
  }
}

let lastReport = '';

function report({ done, total }: { done: number; total: number }): void {
  const line = `${done} of ${total} materials`;
  if (line !== lastReport) say(line);
  lastReport = line;
}

const sayDone = (total: number) => say(`Search index rebuilt: ${total} materials.`);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
