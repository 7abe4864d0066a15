import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { toFailure } from '#server/machinery/threads/thread-failure.ts';
import { isDamage } from '#server/engines/database/sqlite/derived-file.ts';
import { createSimilarEngine, type SimilarEngine } from './similar-engine.ts';
import { deleteSimilarFile, openSimilarFile } from './similar-file.ts';
import type { SimilarCall } from './similar-thread.ts';

/** The thread that compares texts. Started by similar-thread.ts. */

const { directory } = workerData as { directory: string };
let opened: { database: DatabaseSync; engine: SimilarEngine } | null = null;

function open(): SimilarEngine {
  if (!opened) {
    const database = openSimilarFile(directory);
    opened = { database, engine: createSimilarEngine(database) };
  }
  return opened.engine;
}

function close(): void {
  const database = opened?.database;
  opened = null;
  database?.close();
}

/** Runs a call. A damaged file is recreated, and the call runs on the empty one. */
function run({ name, given }: SimilarCall): unknown {
  try {
    return call(name, given);
  } catch (error) {
    if (!isDamage(error)) throw error;
    close();
    deleteSimilarFile(directory);
    return call(name, given);
  }
}

function call(name: keyof SimilarEngine, given: readonly unknown[]): unknown {
  // Names and arguments come from similar-thread.ts, which has the types of the engine.
  return (open()[name] as (...each: readonly unknown[]) => unknown)(...given);
}

parentPort?.on('message', (request: SimilarCall | 'close') => {
  if (request === 'close') {
    close();
    parentPort?.close();
    return;
  }
  let answer: object;
  try {
    answer = { id: request.id, result: run(request) };
  } catch (error) {
    answer = { id: request.id, failure: toFailure(error) };
  }
  parentPort?.postMessage(answer);
});
