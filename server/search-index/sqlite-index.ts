import { renameSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import type { ExcerptPiece } from '#domain/search-excerpt.ts';
import type { LaneLimits, SetDeadline } from '#server/database/read-limits.ts';
import { deleteIndexFile, indexFileName, openOrRemake } from './index-file.ts';
import type { IndexThreadSetup } from './index-messages.ts';
import type { IndexFindings, Rebuild, SearchIndex } from './search-index.ts';
import { openSearchPool } from './search-pool.ts';
import { createWriteThread, type WriteThread } from './write-thread.ts';

/** The index that is being made while the current one is used. */
const nextFileName = 'search.next.sqlite';

/**
 * The index of words in a SQLite file of its own, `search.sqlite` in `directory`
 * (docs/decisions/0031-the-index-of-words.md). One thread writes, others search; `libraryFile` is the
 * database of materials, which says at each search what may be found. A file that is damaged, missing or of another
 * version is made anew, empty; `log` says so, and `onRemade` is called.
 */
export function openSqliteIndex(options: {
  directory: string;
  libraryFile: string;
  log: Logger;
  onRemade?: () => void;
  limits?: LaneLimits;
  setDeadline?: SetDeadline;
}): SearchIndex {
  const { directory, libraryFile, log } = options;
  const file = path.resolve(directory, indexFileName);
  const nextFile = path.resolve(directory, nextFileName);
  const setup = (name: string): IndexThreadSetup => ({
    file: name,
    libraryFile: path.resolve(libraryFile),
    abortedId: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
    niceness: 10,
  });
  const onRemade = (reason: string) => {
    log.warn({ reason }, 'the search index was made anew; all materials are indexed again');
    options.onRemade?.();
  };
  // Made here, so that the searching threads find it.
  openOrRemake(file, onRemade).close();
  deleteIndexFile(nextFile);
  const pool = openSearchPool({ file, libraryFile: path.resolve(libraryFile) }, options.limits, options.setDeadline);
  let current = createWriteThread(setup(file), onRemade);
  let next: WriteThread | null = null;

  async function putInPlace(made: WriteThread): Promise<void> {
    await made.close();
    await pool.pause();
    try {
      await current.close();
      deleteIndexFile(file);
      renameSync(nextFile, file);
      openOrRemake(file, onRemade).close();
    } finally {
      current = createWriteThread(setup(file), onRemade);
      pool.resume();
    }
  }

  return {
    begin: (material) => current.begin(material),
    putPages: (sequence, pages) => current.putPages(sequence, pages),
    finish: (sequence, upTo) => current.finish(sequence, upTo),
    remove: (sequence) => current.remove(sequence),
    list: (page) => current.list(page),
    idsOf: (sha256) => current.idsOf(sha256),
    count: () => current.count(),
    find: (request) => pool.run('find', [request]) as Promise<IndexFindings>,
    excerpt: (texts, query) => pool.run('excerpt', [texts, query]) as Promise<ExcerptPiece[][]>,

    async rebuild(): Promise<Rebuild> {
      if (next) throw new Error('search index: it is being made anew already');
      deleteIndexFile(nextFile);
      const made = createWriteThread(setup(nextFile), (reason) => {
        log.warn({ reason }, 'the new search index was damaged; it is begun again');
      });
      next = made;
      return {
        begin: made.begin,
        putPages: made.putPages,
        finish: made.finish,
        remove: made.remove,
        list: made.list,
        async complete() {
          try {
            await putInPlace(made);
          } finally {
            next = null;
          }
        },
        async abandon() {
          next = null;
          await made.close();
          deleteIndexFile(nextFile);
        },
      };
    },

    async close() {
      await pool.close();
      await next?.close();
      await current.close();
    },
  };
}
