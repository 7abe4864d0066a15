import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { IndexKeeper } from './index-keeper.ts';

/**
 * `npm run reindex` requests a rebuild of the index from a running server through a file in the index's folder. The
 * server writes its progress to the same file.
 */

const state = z.discriminatedUnion('state', [
  z.object({ state: z.literal('requested') }),
  z.object({ state: z.literal('running'), done: z.number(), total: z.number() }),
  z.object({ state: z.literal('finished'), done: z.number(), total: z.number() }),
  z.object({ state: z.literal('failed'), reason: z.string() }),
]);

export type ReindexState = z.infer<typeof state>;

const fileOf = (dataDir: string) => path.join(dataDir, 'search', 'reindex.json');

/** Reads the request and its progress. Returns null if nothing was requested, or if the file is damaged. */
export async function readReindexState(dataDir: string): Promise<ReindexState | null> {
  try {
    return state.parse(JSON.parse(await readFile(fileOf(dataDir), 'utf8')));
  } catch {
    return null;
  }
}

export async function writeReindexState(dataDir: string, written: ReindexState): Promise<void> {
  const temp = `${fileOf(dataDir)}.temp`;
  // The folder is made with the first material.
  await mkdir(path.dirname(temp), { recursive: true });
  await writeFile(temp, JSON.stringify(written));
  await rename(temp, fileOf(dataDir));
}

export async function forgetReindexState(dataDir: string): Promise<void> {
  await rm(fileOf(dataDir), { force: true });
}

/** Interval at which the server checks for a request and writes its progress. */
const usualPollMs = 1000;

/**
 * Processes requests in that file, until the returned function is called. Starts a run again that a crash has
 * interrupted.
 */
export function followReindexRequests(parts: {
  dataDir: string;
  keeper: Pick<IndexKeeper, 'rebuild' | 'progress'>;
  log: Logger;
  pollMs?: number;
}): () => void {
  const { dataDir, keeper, log, pollMs = usualPollMs } = parts;
  let running: Promise<void> | null = null;
  let isClosed = false;

  async function run(): Promise<void> {
    log.info('rebuilding the search index, as requested');
    let noted: Promise<void> | null = null;
    const noting = setInterval(() => {
      const { done, total } = keeper.progress ?? { done: 0, total: 0 };
      noted ??= writeReindexState(dataDir, { state: 'running', done, total })
        .catch((error: unknown) =>
          log.debug({ err: error }, 'the progress of the new search index could not be written'),
        )
        .finally(() => {
          noted = null;
        });
    }, pollMs);
    const endNoting = async () => {
      clearInterval(noting);
      // A pending write of the progress must not replace the result.
      await noted;
    };
    try {
      const { done, total } = await keeper.rebuild();
      await endNoting();
      await writeReindexState(dataDir, { state: 'finished', done, total });
      log.info({ materials: total }, 'search index rebuilt');
    } catch (error) {
      await endNoting();
      if (isClosed) return;
      log.error({ err: error }, 'the search index could not be rebuilt');
      const reason = error instanceof Error ? error.message : String(error);
      await writeReindexState(dataDir, { state: 'failed', reason });
    }
  }

  async function poll(): Promise<void> {
    const found = await readReindexState(dataDir);
    if (found?.state === 'requested' || found?.state === 'running') await run();
  }

  const timer = setInterval(() => {
    running ??= poll()
      .catch((error: unknown) => log.warn({ err: error }, 'a request for a new search index could not be read'))
      .finally(() => {
        running = null;
      });
  }, pollMs).unref();

  return () => {
    isClosed = true;
    clearInterval(timer);
  };
}
