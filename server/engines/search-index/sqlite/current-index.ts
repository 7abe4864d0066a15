import { existsSync, renameSync } from 'node:fs';
import type { Logger } from 'pino';
import { deleteDerivedFile, isDamage } from '#server/engines/database/sqlite/derived-file.ts';
import type { IndexState } from '#server/engines/search-index/search-index.ts';
import { listStates, openIndexOrRemake } from './index-file.ts';
import { createWriteThread, type IndexThreadSetup, type WriteThread } from './write-thread.ts';

/** Indexing can wait; searches and pages cannot. */
const writerNiceness = 15;

/** The index file that is searched, and the thread that writes it, which starts when there is something to write. */
export interface CurrentIndex {
  writes(): WriteThread;
  /** Creates the file if there was none yet, or if it was deleted. */
  require(): Promise<void>;
  /** Recreates the file if it is the cause of the error. */
  remakeIfDamaged(error: unknown): Promise<void>;
  /** Lists the materials in the index, in order of sequence. */
  list(page: { after: number; limit: number }): Promise<IndexState[]>;
  /** Replaces the file by another one. */
  replaceBy(other: string): Promise<void>;
}

/**
 * Opens the index. A file that is damaged or of another version is recreated, empty; `onRemade` is called if that happens
 * in use.
 */
export function openCurrentIndex(parts: {
  file: string;
  libraryFile: string;
  log: Logger;
  onRemade: (reason: string) => void;
}): CurrentIndex {
  const { file, libraryFile, log, onRemade } = parts;
  let isMade = existsSync(file);
  // Missing materials are found when the server starts.
  if (isMade)
    openIndexOrRemake(file, (reason) => log.warn({ reason }, 'the search index was damaged; recreating it')).close();
  let thread = openWriter(file, libraryFile, onRemade);

  /** Creates the file: the thread does that when it opens it. */
  async function make(): Promise<void> {
    await thread.list({ after: 0, limit: 1 });
    isMade = true;
  }

  async function remakeIfDamaged(error: unknown): Promise<void> {
    if (isDamage(error)) await thread.remake(error instanceof Error ? error.message : String(error));
  }

  return {
    writes: () => thread,

    async require() {
      if (!isMade) await make();
      else if (!existsSync(file)) await thread.remake('its file was deleted');
    },

    remakeIfDamaged,

    async list(page) {
      // Read here, in some milliseconds: a start that finds nothing to index needs no thread.
      if (!isMade || !existsSync(file)) return [];
      try {
        return listStates(file, page);
      } catch (error) {
        await remakeIfDamaged(error);
        throw error;
      }
    },

    async replaceBy(other) {
      try {
        await thread.close();
        deleteDerivedFile(file);
        renameSync(other, file);
        isMade = true;
      } finally {
        thread = openWriter(file, libraryFile, onRemade);
      }
    },
  };
}

export function openWriter(
  file: string,
  libraryFile: string,
  onRemade: (reason: string) => void,
  isBulk = false,
): WriteThread {
  const setup: IndexThreadSetup = {
    file,
    libraryFile,
    abortedId: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
    niceness: writerNiceness,
    isBulk,
  };
  return createWriteThread(setup, onRemade);
}
