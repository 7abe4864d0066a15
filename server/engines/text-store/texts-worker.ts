import { workerData } from 'node:worker_threads';
import { isDamage } from '#server/engines/database/sqlite/derived-file.ts';
import { callByName, post, serveCalls } from '#server/machinery/threads/serve-calls.ts';
import { createDocumentReads, createPageReads } from './document-reads.ts';
import { createFailedPages } from './failed-pages.ts';
import { createTextRows, type TextsEngine } from './text-rows.ts';
import { createTextWrites } from './text-writes.ts';
import { deleteTextsFile, openTextsFile, type Remade, type TextsFile } from './texts-file.ts';

/** The thread with the connection to the file of texts. Started by sqlite-texts.ts. */

const { directory } = workerData as { directory: string };
let opened: { file: TextsFile; engine: TextsEngine } | null = null;

function open(): TextsEngine {
  if (!opened) {
    const file = openTextsFile(directory, noteRemade);
    opened = { file, engine: createTextsEngine(file) };
  }
  return opened.engine;
}

const noteRemade = (remade: Remade) => post({ remade });

function close(): void {
  const file = opened?.file;
  opened = null;
  file?.close();
}

/** Runs a call. A damaged file is recreated, and the call runs on the empty one. */
function run(name: string, given: readonly unknown[]): unknown {
  try {
    return callByName(open(), name, given);
  } catch (error) {
    if (!isDamage(error)) throw error;
    try {
      close();
    } catch {
      // It will be deleted.
    }
    deleteTextsFile(directory);
    noteRemade({ reason: error instanceof Error ? error.message : String(error) });
    return callByName(open(), name, given);
  }
}

serveCalls({ run, close });

/** Creates the SQL functions on texts. */
function createTextsEngine(file: TextsFile): TextsEngine {
  const rows = createTextRows(file);
  return {
    ...createTextWrites(rows),
    ...createFailedPages(rows),
    ...createPageReads(rows),
    ...createDocumentReads(rows),
  };
}
