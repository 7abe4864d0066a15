import { workerData } from 'node:worker_threads';
import { deleteDerivedFile, isDamage } from '#server/engines/database/sqlite/derived-file.ts';
import { lowerThreadPriority } from '#server/machinery/threads/lower-thread-priority.ts';
import { callByName, post, serveCalls } from '#server/machinery/threads/serve-calls.ts';
import { openIndexOrRemake } from './index-file.ts';
import { createIndexWrites } from './index-writes.ts';
import type { IndexThreadSetup } from './write-thread.ts';

/** Runs the thread that writes an index file. A damaged file is recreated, and the caller is notified to start again. */
function serveWrites({ file, niceness, isBulk }: IndexThreadSetup): void {
  lowerThreadPriority(niceness);
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

  function run(name: string, given: readonly unknown[]): unknown {
    try {
      return name === 'remake' ? remake(String(given[0])) : callByName(opened.writes, name, given);
    } catch (error) {
      if (isDamage(error)) remake(error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  // The last connection to be closed writes the write-ahead log into the file.
  serveCalls({ run, close: () => opened.database.close() });
}

serveWrites(workerData as IndexThreadSetup);
