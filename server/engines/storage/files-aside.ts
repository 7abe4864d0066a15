import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { renameDurably, syncPath } from '#server/machinery/files/durable.ts';

/** A file that was moved aside. */
export type FoundAside = { fileId: string; path: string; sizeBytes: number };

/**
 * Stores bytes without a record outside of the store, instead of deleting them.
 *
 *     {day}/{fileId}/bytes         a finished file
 *     {day}/{fileId}/parts/        parts of a file that never finished
 *     {day}/{fileId}/about.json    the known facts about it
 *     {day}/lived.json             the server's running time since, which decides when the folder is deleted
 *
 * The age is stored here and not in the database, because the database may be replaced by another one.
 */
export interface FilesAside {
  /**
   * Moves a file or a folder of parts to `files-aside` and returns its new path. The move is durable once this
   * resolves.
   */
  take(fileId: string, kind: 'bytes' | 'parts', source: string): Promise<string>;
  /** Lists all finished files that were moved aside, in no particular order. */
  list(): AsyncIterable<FoundAside>;
  /** Moves the bytes at `source` back to `target`, whose folder exists. */
  giveBack(source: string, target: string): Promise<void>;
  /**
   * Adds elapsed time, and removes the folders that are older than `keptMs`. Returns the names of the removed folders.
   */
  age(passedMs: number, keptMs: number): Promise<string[]>;
}

const dayMs = 24 * 60 * 60 * 1000;
const livedName = 'lived.json';

export function createFilesAside({ directory, now = Date.now }: { directory: string; now?: () => number }): FilesAside {
  const days = async () => (await readdir(directory).catch(() => [])).filter((name) => /^\d{4}-\d\d-\d\d/.test(name));

  async function readLived(day: string): Promise<number> {
    const text = await readFile(path.join(directory, day, livedName), 'utf8').catch(() => '0');
    const lived = Number(text);
    return Number.isFinite(lived) && lived >= 0 ? lived : 0;
  }

  /** Returns the folder for files moved now; skips one of today's date that is old (the clock was set back). */
  async function dayFolder(): Promise<string> {
    const date = new Date(now()).toISOString().slice(0, 10);
    for (let number = 1; ; number++) {
      const day = number === 1 ? date : `${date}-${number}`;
      if ((await readLived(day)) >= dayMs) continue;
      const folder = path.join(directory, day);
      await mkdir(folder, { recursive: true });
      await syncPath(directory);
      return folder;
    }
  }

  /** Creates a new folder for one stray; there may already be another stray with the same id. */
  async function ownFolder(fileId: string): Promise<string> {
    const day = await dayFolder();
    for (let number = 1; ; number++) {
      const folder = path.join(day, number === 1 ? fileId : `${fileId}~${number}`);
      const isNew = await mkdir(folder).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'EEXIST') return false;
          throw error;
        },
      );
      if (isNew) return folder;
    }
  }

  return {
    async take(fileId, kind, source) {
      const { size, mtime } = await stat(source);
      const folder = await ownFolder(fileId);
      const about = {
        fileId,
        kind: kind === 'bytes' ? 'a stored file' : 'parts of an unfinished upload',
        ...(kind === 'bytes' && { sizeBytes: size, mediaType: await guessType(source) }),
        modifiedAt: mtime.toISOString(),
        setAsideAt: new Date(now()).toISOString(),
        why: 'The database has no record of it.',
      };
      await writeDurably(path.join(folder, 'about.json'), `${JSON.stringify(about, null, 2)}\n`);
      const target = path.join(folder, kind);
      await rename(source, target);
      await syncPath(folder);
      await syncPath(path.dirname(folder));
      await syncPath(path.dirname(source));
      return target;
    },

    async *list() {
      for (const day of await days()) {
        for (const name of await readdir(path.join(directory, day)).catch(() => [])) {
          const file = path.join(directory, day, name, 'bytes');
          const found = await stat(file).catch(() => null);
          if (found?.isFile()) yield { fileId: name.replace(/~\d+$/, ''), path: file, sizeBytes: found.size };
        }
      }
    },

    async giveBack(source, target) {
      await rename(source, target);
      await syncPath(path.dirname(target));
      await rm(path.dirname(source), { recursive: true, force: true });
    },

    async age(passedMs, keptMs) {
      const removed: string[] = [];
      for (const day of await days()) {
        const lived = (await readLived(day)) + passedMs;
        if (lived > keptMs) {
          await rm(path.join(directory, day), { recursive: true, force: true });
          removed.push(day);
        } else {
          await writeDurably(path.join(directory, day, livedName), String(Math.round(lived)));
        }
      }
      return removed;
    },
  };
}

/** Guesses the type of a file, for a person who searches for it: its name was only in the database. */
async function guessType(file: string): Promise<string> {
  await using handle = await open(file, 'r');
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0);
  const head = buffer.toString('latin1', 0, bytesRead);
  if (head.startsWith('%PDF-')) return 'application/pdf';
  if (head.startsWith('\x89PNG')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp';
  return /^\s*</.test(head) ? 'text/html' : 'unknown';
}

async function writeDurably(file: string, text: string): Promise<void> {
  const temp = `${file}.temp`;
  const handle = await open(temp, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await renameDurably(temp, file);
}
