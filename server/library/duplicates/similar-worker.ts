import type { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { callByName, serveCalls } from '#server/machinery/threads/serve-calls.ts';
import { isDamage } from '#server/engines/database/sqlite/derived-file.ts';
import { createSimilarEngine, type SimilarEngine } from './similar-engine.ts';
import { deleteSimilarFile, openSimilarFile } from './similar-file.ts';

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

/** Runs a call. If the file is damaged, recreates it and runs the call on the empty file. */
function run(name: string, given: readonly unknown[]): unknown {
  try {
    return callByName(open(), name, given);
  } catch (error) {
    if (!isDamage(error)) throw error;
    close();
    deleteSimilarFile(directory);
    return callByName(open(), name, given);
  }
}

serveCalls({ run, close });
