import path from 'node:path';
import type { Logger } from 'pino';
import type { ExcerptPiece } from '#domain/search/search-excerpt.ts';
import { deleteDerivedFile } from '#server/engines/database/sqlite/derived-file.ts';
import type { LaneLimits } from '#server/engines/database/sqlite/read-limits.ts';
import type { SetDeadline } from '#server/machinery/threads/thread-pool.ts';
import { openCurrentIndex, openWriter } from './current-index.ts';
import { indexFileName } from './index-file.ts';
import type { IndexFindings, Rebuild, SearchIndex } from '#server/engines/search-index/search-index.ts';
import { openSearchPool } from '#server/engines/search-index/search-pool.ts';
import type { WriteThread } from './write-thread.ts';

/** The index that is being built while the current one is used. */
const nextFileName = 'search.next.sqlite';

export type SqliteIndexOptions = {
  directory: string;
  libraryFile: string;
  log: Logger;
  limits?: LaneLimits;
  setDeadline?: SetDeadline;
};

/**
 * Opens the index of words in a separate SQLite file, `search.sqlite` in `directory`
 * (docs/decisions/0031-the-index-of-words.md). One thread writes and others search; each starts when it is first
 * needed. `libraryFile` is the database of materials, which determines at each search which may be found. If the file
 * is damaged, of another version, or deleted during use, it is recreated empty, and a log entry is written.
 */
export function openSqliteIndex(options: SqliteIndexOptions): SearchIndex {
  const { directory, log } = options;
  const libraryFile = path.resolve(options.libraryFile);
  const file = path.resolve(directory, indexFileName);
  const nextFile = path.resolve(directory, nextFileName);
  const listeners: (() => void)[] = [];
  const current = openCurrentIndex({ file, libraryFile, log, onRemade });
  deleteDerivedFile(nextFile);
  const program = new URL('./search-worker.ts', import.meta.url);
  const pool = openSearchPool({ program, setup: { file, libraryFile } }, options.limits, options.setDeadline);
  let next: WriteThread | null = null;

  async function onRemade(reason: string): Promise<void> {
    log.warn({ reason }, 'the search index was lost; recreating it');
    // The searching threads have the old file open.
    await pool.pause();
    pool.resume();
    for (const listener of listeners) listener();
  }

  async function putInPlace(made: WriteThread): Promise<void> {
    await made.endBulk();
    await made.close();
    await pool.pause();
    try {
      await current.replaceBy(nextFile);
    } finally {
      pool.resume();
    }
  }

  async function drop(made: WriteThread): Promise<void> {
    await made.close();
    deleteDerivedFile(nextFile);
  }

  return {
    isShared: false,
    edition: async () => '',
    claim: async () => ({ release: async () => undefined }),

    async begin(material) {
      await current.require();
      await current.writes().begin(material);
    },
    putPages: (sequence, pages) => current.writes().putPages(sequence, pages),
    finish: (sequence, upTo) => current.writes().finish(sequence, upTo),
    remove: (sequence) => current.writes().remove(sequence),
    list: (page) => current.list(page),
    idsOf: (sha256) => current.writes().idsOf(sha256),
    count: () => current.writes().count(),

    async find(request) {
      await current.require();
      try {
        return (await pool.run('find', [request])) as IndexFindings;
      } catch (error) {
        await current.remakeIfDamaged(error);
        throw error;
      }
    },

    excerpt: (texts, query) => pool.run('excerpt', [texts, query]) as Promise<ExcerptPiece[][]>,

    async rebuild() {
      if (next) throw new Error('search index: a rebuild is already in progress');
      deleteDerivedFile(nextFile);
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
      await current.writes().close();
    },
  };
}

function toRebuild(
  { begin, putPages, finish, remove, list }: WriteThread,
  ends: Pick<Rebuild, 'complete' | 'abandon'>,
): Rebuild {
  return { begin, putPages, finish, remove, list, ...ends };
}
