import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { checkLibrary } from '#server/upkeep/library-check/check-library.ts';
import { repairLibrary } from '#server/upkeep/library-check/repair-library.ts';
import { startChildServer, type ChildServer } from '#test/support/child-server.ts';
import { openLibrarian } from '#test/support/library.ts';
import { administrator } from '#test/support/server.ts';
import { createExpectedShelf, type ExpectedShelf } from './expected-shelf.ts';
import { lookAfterKill } from './look-after-kill.ts';
import { endServer, killWhileStarting } from './kill-server.ts';
import { createRandom, type Random } from './seeded-random.ts';
import type { Connection } from './connection.ts';
import { workUntilBroken } from './worker.ts';

const workers = 4;
/** Largest number of requests after the start, and longest time after the last of them, before a server is killed. */
const maxRequests = 40;
const maxDelayMs = 60;

export type TortureOutcome = {
  /** Acknowledged changes and reads. */
  steps: number;
  files: number;
  /** Sentences; none when everything promised was kept. */
  wrong: string[];
};

/**
 * Starts a server, lets several workers change its library, and kills it at a random moment, `kills` times. After each
 * kill the data folder is checked, and once the server runs again, everything acknowledged is compared with its
 * content. The seed decides the steps and the kills, as far as the machine allows.
 */
export async function torture(options: {
  seed: number;
  kills: number;
  /** Called after each kill. */
  onKill?: (done: { kill: number; steps: number; files: number }) => void;
}): Promise<TortureOutcome> {
  const { seed, kills, onKill } = options;
  const random = createRandom(seed);
  const randoms = Array.from({ length: workers }, (_, index) => createRandom(seed * 31 + index + 1));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-torture-'));
  const { email, password } = administrator;
  const settings = { DATA_DIR: dataDir, ADMIN_EMAIL: email, ADMIN_PASSWORD: password };
  const shelves = Array.from({ length: workers }, createExpectedShelf);
  const wrong: string[] = [];
  let headers: Connection['headers'] | null = null;
  let steps = 0;
  let child: ChildServer | null = null;
  const countFiles = () => shelves.reduce((sum, { files }) => sum + files.size, 0);

  try {
    for (let kill = 1; kill <= kills && wrong.length === 0; kill++) {
      if (random.onceIn(6)) await killWhileStarting(settings, 20 + random.below(900));
      child = await startChildServer(settings);
      // One session for all servers: it must survive the kills as well.
      headers ??= (await openLibrarian(child.url)).headers;
      const connection = { url: child.url, headers };
      wrong.push(...(await compare(shelves, connection)));
      const { enough, working } = startWorkers(shelves, connection, { random, randoms, wrong });
      // Workers end early when the server sheds load; they continue after the kill.
      await Promise.race([enough, working]);
      await sleep(random.below(maxDelayMs));
      wrong.push(...(await endServer(child, random.onceIn(8) ? 'SIGTERM' : 'SIGKILL')));
      for (const done of await working) steps += done;
      wrong.push(...(await checkFolder(dataDir)));
      onKill?.({ kill, steps, files: countFiles() });
    }
    child = await startChildServer(settings);
    if (headers) wrong.push(...(await compare(shelves, { url: child.url, headers }, true)));
    wrong.push(...(await endServer(child, 'SIGKILL')));
    wrong.push(...(await checkFolder(dataDir)));
    wrong.push(...(await cleanUp(settings)));
    return { steps, files: countFiles(), wrong };
  } finally {
    child?.process.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Lets all workers change the library until their connections break. `enough` resolves after some requests. */
function startWorkers(
  shelves: readonly ExpectedShelf[],
  connection: Connection,
  { random, randoms, wrong }: { random: Random; randoms: readonly Random[]; wrong: string[] },
): { enough: Promise<void>; working: Promise<number[]> } {
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  let left = 1 + random.below(maxRequests);
  const onRequest = () => void (--left === 0 && resolve());
  const working = shelves.map((shelf, index) =>
    workUntilBroken(`w${index}`, shelf, { ...connection, onRequest }, randoms[index] ?? random).catch(
      (error: unknown) => {
        wrong.push(error instanceof Error ? error.message : String(error));
        resolve();
        return 0;
      },
    ),
  );
  return { enough, working: Promise.all(working) };
}

/** Compares a running server with everything acknowledged to all workers. */
async function compare(
  shelves: readonly ExpectedShelf[],
  connection: Connection,
  everything = false,
): Promise<string[]> {
  const wrong = await lookAfterKill(merge(shelves), connection, everything);
  for (const shelf of shelves) {
    shelf.touched.clear();
    wrong.push(...findHalfDone(shelf));
  }
  return wrong;
}

/** Returns faults of requests that changed several materials: all of them must be changed, or none. */
function findHalfDone(shelf: ExpectedShelf): string[] {
  const states = new Set(shelf.together.map(({ possible }) => `${possible[0]?.state} ${possible[0]?.isHidden}`));
  const ids = shelf.together.map(({ id }) => id);
  shelf.together = [];
  return states.size > 1 ? [`of ${ids.join(', ')}, only some were changed`] : [];
}

/** Checks the data folder of a server that was killed. */
async function checkFolder(dataDir: string): Promise<string[]> {
  const { problems } = await checkLibrary({ dataDir });
  return problems.map(({ kind, what }) => `check-library: ${kind}: ${what}`);
}

/** Deletes the leftovers of kills, like the server every hour, and returns the remaining ones. */
async function cleanUp(settings: { DATA_DIR: string }): Promise<string[]> {
  const log = pino({ level: 'silent' });
  const { strays } = await repairLibrary({ config: readConfig(settings), log });
  const { notes } = await checkLibrary({ dataDir: settings.DATA_DIR });
  const left = notes.filter(({ kind }) => kind !== 'upload under way');
  return [
    ...(strays > 0 ? [`${strays} files had no record`] : []),
    ...left.map(({ kind, what }) => `left after the cleanup: ${kind}: ${what}`),
  ];
}

/** Merges the shelves of all workers, which share their materials and files. */
function merge(shelves: readonly ExpectedShelf[]): ExpectedShelf {
  return {
    materials: new Map(shelves.flatMap(({ materials }) => [...materials])),
    files: new Map(shelves.flatMap(({ files }) => [...files])),
    together: [],
    imported: { files: shelves.flatMap(({ imported }) => imported.files) },
    touched: new Set(shelves.flatMap(({ touched }) => [...touched])),
  };
}
