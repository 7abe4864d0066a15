import { parentPort, workerData } from 'node:worker_threads';
import { toFailure } from '#server/machinery/threads/thread-failure.ts';
import { deleteDerivedFile, isDamage } from '#server/engines/database/sqlite/derived-file.ts';
import { openIndexOrRemake } from './index-file.ts';
import type { IndexAnswer, IndexCall } from '#server/engines/search-index/index-messages.ts';
import type { IndexThreadSetup } from './thread-setup.ts';
import { createIndexWrites, type IndexWrites } from './index-writes.ts';
import { lowerThreadPriority } from '#server/machinery/threads/lower-thread-priority.ts';

/** Runs the thread that writes an index file. A damaged file is recreated, and the caller is notified to start again. */
function serveWrites({ file, niceness, isBulk }: IndexThreadSetup): void {
  lowerThreadPriority(niceness);
  const post = (answer: IndexAnswer) => parentPort?.postMessage(answer);
  const open = () => {
    const database = openIndexOrRemake(file, (remade) => post({ remade }));
    return { database, writes: createIndexWrites(database, isBulk) };
  };
  let opened = open();

  function remake(reason: string): void {
    opened.database.close();
    deleteDerivedFile(file);
    opened = open();
    post({ remade: reason });
  }

  function answer({ id, name, given }: IndexCall): IndexAnswer {
    try {
      if (name === 'remake') return { id, result: remake(String(given[0])) };
      const write = opened.writes[name as keyof IndexWrites] as (...all: readonly unknown[]) => unknown;
      return { id, result: write(...given) };
    } catch (error) {
      if (isDamage(error)) remake(error instanceof Error ? error.message : String(error));
      return { id, failure: toFailure(error) };
    }
  }

  parentPort?.on('message', (call: IndexCall | 'close') => {
    if (call === 'close') {
      // The last connection to be closed writes the write-ahead log into the file.
      opened.database.close();
      parentPort?.close();
      return;
    }
    post(answer(call));
  });
}

serveWrites(workerData as IndexThreadSetup);
