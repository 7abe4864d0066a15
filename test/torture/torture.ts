import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { checkLibrary } from '#server/library-check/check-library.ts';
import { repairLibrary } from '#server/library-check/repair-library.ts';
import { startChildServer, type ChildServer } from '#test/support/child-server.ts';
import { openLibrarian } from '#test/support/library.ts';
import { administrator } from '#test/support/server.ts';
import { createExpectedShelf, type ExpectedShelf } from './expected-shelf.ts';
import { lookAfterKill } from './look-after-kill.ts';
import { createRandom } from './seeded-random.ts';
import { workUntilBroken, type Connection } from './worker.ts';

const workers = 4;
/** How many requests a server gets before it is killed, at most, and how long after the last one of them. */
const mostRequests = 40;
const mostDelayMs = 60;

export type TortureOutcome = {
  /** Changes and reads that were acknowledged. */
  steps: number;
  files: number;
  /** Sentences; none when everything promised was kept. */
  wrong: string[];
};

/**
 * Starts a server, lets several workers change its library, and kills it at a random instant, so many times over. After
 * each kill the data folder is checked as it was left, and once the server runs again, everything that was acknowledged
 * is compared with what is there. The seed decides what is done and when the kill comes; the machine does the rest.
 */
export async function torture(options: {
  seed: number;
  kills: number;
  /** Told after each kill. */
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
      if (random.onceIn(6)) await killWhileStarting(20 + random.below(900));
      child = await startChildServer(settings);
      // One session for all of it: it must outlive the kills as well.
      headers ??= (await openLibrarian(child.url)).headers;
      const connection = { url: child.url, headers };
      await look(connection);
      const enough = Promise.withResolvers<void>();
      let left = 1 + random.below(mostRequests);
      const onRequest = () => void (--left === 0 && enough.resolve());
      const working = Promise.all(
        shelves.map((shelf, index) =>
          workUntilBroken(`w${index}`, shelf, { ...connection, onRequest }, randoms[index] ?? random).catch(
            (error: unknown) => {
              wrong.push(error instanceof Error ? error.message : String(error));
              enough.resolve();
              return 0;
            },
          ),
        ),
      );
      // Workers end early when the server sheds load; they go on after the kill.
      await Promise.race([enough.promise, working]);
      await sleep(random.below(mostDelayMs));
      await end(child, random.onceIn(8) ? 'SIGTERM' : 'SIGKILL');
      for (const done of await working) steps += done;
      await check();
      onKill?.({ kill, steps, files: countFiles() });
    }
    child = await startChildServer(settings);
    if (headers) await look({ url: child.url, headers }, true);
    await end(child, 'SIGKILL');
    await check();
    // What kills leave half-made is cleared away as the server does it every hour.
    const log = pino({ level: 'silent' });
    const { strays } = await repairLibrary({ config: readConfig(settings), log });
    if (strays > 0) wrong.push(`${strays} files had no record`);
    const left = (await checkLibrary({ dataDir })).notes.filter(({ kind }) => kind !== 'upload under way');
    wrong.push(...left.map(({ kind, what }) => `left after the cleanup: ${kind}: ${what}`));
    return { steps, files: countFiles(), wrong };
  } finally {
    child?.process.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }

  async function killWhileStarting(afterMs: number): Promise<void> {
    const starting = startChildServer(settings, (started) => {
      setTimeout(() => started.kill('SIGKILL'), afterMs);
    });
    const started = await starting.catch(() => null);
    if (started && started.process.signalCode === null) await once(started.process, 'exit');
  }

  async function end({ process: running, output }: ChildServer, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (running.exitCode !== null) throw new Error(`the server ended by itself: ${output()}`);
    const ended = once(running, 'exit');
    running.kill(signal);
    const [code] = await ended;
    if (signal === 'SIGTERM' && code !== 0) wrong.push(`told to stop, the server ended with ${code}: ${output()}`);
  }

  async function look(connection: Connection, everything = false): Promise<void> {
    const all = merge(shelves);
    wrong.push(...(await lookAfterKill(all, connection, everything)));
    for (const shelf of shelves) shelf.touched.clear();
  }

  async function check(): Promise<void> {
    const { problems } = await checkLibrary({ dataDir });
    wrong.push(...problems.map(({ kind, what }) => `check-library: ${kind}: ${what}`));
  }
}

/** The shelves of all workers as one; the materials and files in it are theirs. */
function merge(shelves: readonly ExpectedShelf[]): ExpectedShelf {
  return {
    materials: new Map(shelves.flatMap(({ materials }) => [...materials])),
    files: new Map(shelves.flatMap(({ files }) => [...files])),
    touched: new Set(shelves.flatMap(({ touched }) => [...touched])),
  };
}
