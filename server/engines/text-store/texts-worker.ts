import { parentPort, workerData } from 'node:worker_threads';
import { isDamage } from '#server/engines/database/sqlite/derived-file.ts';
import { toFailure } from '#server/machinery/threads/thread-failure.ts';
import { type TextsEngine, createTextRows } from './text-rows.ts';
import { deleteTextsFile, openTextsFile, type Remade, type TextsFile } from './texts-file.ts';
import type { TextsCall, TextsMessage, TextsSetup } from './texts-messages.ts';
import { createDocumentReads } from './document-reads.ts';
import { createFailedPages } from './failed-pages.ts';
import { createPageReads } from './page-reads.ts';
import { createTextWrites } from './text-writes.ts';

/** The thread with the connection to the file of texts. Started by sqlite-texts.ts. */

const { directory } = workerData as TextsSetup;
let opened: { file: TextsFile; engine: TextsEngine } | null = null;

function open(): TextsEngine {
  if (!opened) {
    const file = openTextsFile(directory, noteRemade);
    opened = { file, engine: createTextsEngine(file) };
  }
  return opened.engine;
}

function noteRemade(remade: Remade): void {
  send({ remade });
}

function send(message: TextsMessage): void {
  parentPort?.postMessage(message);
}

function close(): void {
  const file = opened?.file;
  opened = null;
  file?.close();
}

/** Runs a call. A damaged file is recreated, and the call runs on the empty one. */
function run({ name, given }: TextsCall): unknown {
  try {
    return call(open(), name, given);
  } catch (error) {
    if (!isDamage(error)) throw error;
    try {
      close();
    } catch {
      // It will be deleted.
    }
    deleteTextsFile(directory);
    noteRemade({ reason: error instanceof Error ? error.message : String(error) });
    return call(open(), name, given);
  }
}

function call(engine: TextsEngine, name: keyof TextsEngine, given: readonly unknown[]): unknown {
  // Names and arguments come from sqlite-texts.ts, which has the types of the port.
  return (engine[name] as (...each: readonly unknown[]) => unknown)(...given);
}

parentPort?.on('message', (request: TextsCall | 'close') => {
  if (request === 'close') {
    close();
    parentPort?.close();
    return;
  }
  try {
    send({ id: request.id, result: run(request) });
  } catch (error) {
    send({ id: request.id, failure: toFailure(error) });
  }
});

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
