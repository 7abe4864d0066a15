import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import type { ExcerptPiece } from '#domain/search-excerpt.ts';
import type { LaneLimits, SetDeadline } from '#server/database/read-limits.ts';
import { deleteIndexFile, indexFileName, isDamage, openOrRemake } from './index-file.ts';
import type { IndexThreadSetup } from './index-messages.ts';
import type { IndexFindings, Rebuild, SearchIndex } from './search-index.ts';
import { openSearchPool } from './search-pool.ts';
import { createWriteThread, type WriteThread } from './write-thread.ts';

/** The index that is being made while the current one is used. */
const nextFileName = 'search.next.sqlite';

/** Indexing has time; searches and pages have none. */
const writerNiceness = 10;

export type SqliteIndexOptions = {
  directory: string;
  libraryFile: string;
  log: Logger;
  limits?: LaneLimits;
  setDeadline?: SetDeadline;
};

/**
 * The index of words in a SQLite file of its own, `search.sqlite` in `directory`
 * (docs/decisions/0031-the-index-of-words.md). One thread writes, others search; `libraryFile` is the
 * database of materials, which says at each search what may be found. A file that is damaged, missing or of another
 * version is made anew, empty, and `log` says so.
 */
export function openSqliteIndex(options: SqliteIndexOptions): SearchIndex {
  const { directory, log } = options;
  const libraryFile = path.resolve(options.libraryFile);
  const file = path.resolve(directory, indexFileName);
  const nextFile = path.resolve(directory, nextFileName);
  const listeners: (() => void)[] = [];
  // Made here, so that the searching threads find it. What is missing is found when the server starts.
  openOrRemake(file, (reason) => log.warn({ reason }, 'the search index was damaged and is made anew')).close();
  deleteIndexFile(nextFile);
  const pool = openSearchPool({ file, libraryFile }, options.limits, options.setDeadline);
  let current = openWriter(file, libraryFile, onRemade);
  let next: WriteThread | null = null;

  async function onRemade(reason: string): Promise<void> {
    log.warn({ reason }, 'the search index was lost and is made anew');
    // The searching threads have the old file open.
    await pool.pause();
    pool.resume();
    for (const listener of listeners) listener();
  }

  async function requireFile(): Promise<void> {
    if (!existsSync(file)) await current.remake('its file was deleted');
  }

  async function putInPlace(made: WriteThread): Promise<void> {
    await made.endBulk();
    await made.close();
    await pool.pause();
    try {
      await current.close();
      deleteIndexFile(file);
      renameSync(nextFile, file);
    } finally {
      current = openWriter(file, libraryFile, onRemade);
      pool.resume();
    }
  }

  async function drop(made: WriteThread): Promise<void> {
    await made.close();
    deleteIndexFile(nextFile);
  }

  return {
    async begin(material) {
      await requireFile();
      await current.begin(material);
    },
    putPages: (sequence, pages) => current.putPages(sequence, pages),
    finish: (sequence, upTo) => current.finish(sequence, upTo),
    remove: (sequence) => current.remove(sequence),
    list: (page) => current.list(page),
    idsOf: (sha256) => current.idsOf(sha256),
    count: () => current.count(),

    async find(request) {
      await requireFile();
      try {
        return (await pool.run('find', [request])) as IndexFindings;
      } catch (error) {
        if (isDamage(error)) await current.remake(error instanceof Error ? error.message : String(error));
        throw error;
      }
    },

    excerpt: (texts, query) => pool.run('excerpt', [texts, query]) as Promise<ExcerptPiece[][]>,

    async rebuild() {
      if (next) throw new Error('search index: it is being made anew already');
      deleteIndexFile(nextFile);
      const onDamage = (reason: string) => log.warn({ reason }, 'the new index was damaged');
      const made = openWriter(nextFile, libraryFile, onDamage, true);
      next = made;
      const end = async (work: (made: WriteThread) => Promise<void>) => {
        next = null;
        await work(made);
      };
      return toRebuild(made, { complete: () => end(putInPlace), abandon: () => end(drop) });
    },

    onRemade(listener) {
      listeners.push(listener);
    },

    async close() {
      await pool.close();
      await next?.close();
      await current.close();
    },
  };
}

function openWriter(
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

function toRebuild(
  { begin, putPages, finish, remove, list }: WriteThread,
  ends: Pick<Rebuild, 'complete' | 'abandon'>,
): Rebuild {
  return { begin, putPages, finish, remove, list, ...ends };
}
