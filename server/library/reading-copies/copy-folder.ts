import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { isDigest } from '#server/machinery/files/digest.ts';
import { memoizeSuccess } from '#server/machinery/queues/memoize-success.ts';

/** A reading copy on the disk. */
export type StoredCopy = {
  path: string;
  sizeBytes: number;
  /** SHA-256 of the copy's own bytes. */
  sha256: string;
  /** A moment of the contract. */
  madeAt: string;
};

/**
 * The copy of a file, or the reason why there is none. `tries` is the number of times that making it timed out or
 * crashed.
 */
export type Finding = { copy: StoredCopy } | { copy: null; reason: string; tries: number };

/**
 * Stores copies at `{directory}/{SHA-256 of the file}/{SHA-256 of the copy}.pdf`, and next to each a note of how it was
 * made, or that there is none. The note is written last and atomically, so a copy is complete or counts as missing. The
 * folder may be deleted at any time, even while the server runs. Files with other names, as in earlier releases, are
 * deleted at the start.
 */
export interface CopyFolder {
  /** Deletes the remains of earlier processes. To be awaited before anything is made. */
  ready(): Promise<void>;
  /** Returns the note for the file with these bytes; null if there is none. */
  find(sha256: string): Promise<Finding | null>;
  /** Moves the copy at `made`, which is on the same disk, into the folder. */
  keep(sha256: string, made: string, copy: { sizeBytes: number; sha256: string; madeAt: string }): Promise<void>;
  /** Notes that this file has no copy. */
  dismiss(sha256: string, finding: { reason: string; tries: number }): Promise<void>;
  /** Returns the path of the note about the file with these bytes. */
  noteFile(sha256: string): string;
  forget(sha256: string): Promise<void>;
  /** Lists the SHA-256 of every file that has a copy or a note. */
  digests(): Promise<string[]>;
}

/** Incremented when copies are made in another way: notes with another number are ignored. */
export const copyRecipe = 1;
const noteName = 'note.json';
const scratchName = '.making';
const maxCachedNotes = 5000;

const noteForm = z.object({
  recipe: z.literal(copyRecipe),
  copy: z.object({ sizeBytes: z.int(), sha256: z.string().regex(/^[0-9a-f]{64}$/), madeAt: z.string() }).nullable(),
  reason: z.string().default(''),
  tries: z.int().default(0),
});
type Note = z.output<typeof noteForm>;

/** Returns the folder for unfinished copies. At the start, the remains of a killed process in it are deleted. */
export const copyScratch = (directory: string) => path.join(path.resolve(directory), scratchName);

export function createCopyFolder(directory: string): CopyFolder {
  const root = path.resolve(directory);
  const folderOf = (sha256: string) => {
    if (!isDigest(sha256)) throw new Error('reading copies: a key must be a SHA-256');
    return path.join(root, sha256);
  };
  // A reader requests dozens of ranges within seconds.
  const notes = new LRUCache<string, Note>({ max: maxCachedNotes });
  /** Runs before anything is written. */
  const clean = memoizeSuccess(async () => {
    for (const name of await readdir(root).catch(() => []))
      if (!isDigest(name)) await rm(path.join(root, name), { recursive: true, force: true });
    await mkdir(path.join(root, scratchName), { recursive: true });
  });

  async function readNote(sha256: string): Promise<Note | null> {
    const known = notes.get(sha256);
    if (known) return known;
    const text = await readFile(path.join(folderOf(sha256), noteName), 'utf8').catch(() => null);
    const note = text === null ? null : parseNote(text);
    if (note) notes.set(sha256, note);
    return note;
  }

  async function writeNote(sha256: string, note: Note): Promise<void> {
    const folder = folderOf(sha256);
    await mkdir(folder, { recursive: true });
    const scratch = path.join(root, scratchName, randomUUID());
    await mkdir(path.dirname(scratch), { recursive: true });
    const handle = await open(scratch, 'wx');
    try {
      await handle.writeFile(JSON.stringify(note));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(scratch, path.join(folder, noteName));
    notes.set(sha256, note);
    // Copies made in an earlier way.
    for (const name of await readdir(folder)) {
      if (name !== noteName && name !== fileName(note)) await rm(path.join(folder, name), { force: true });
    }
  }

  return {
    ready: clean,

    async find(sha256) {
      const note = await readNote(sha256);
      if (!note) return null;
      if (!note.copy) return { copy: null, reason: note.reason, tries: note.tries };
      const file = path.join(folderOf(sha256), fileName(note) ?? '');
      const size = await stat(file).then(
        (found) => found.size,
        () => null,
      );
      if (size === note.copy.sizeBytes) return { copy: { path: file, ...note.copy } };
      notes.delete(sha256);
      return null;
    },

    async keep(of, made, copy) {
      const note: Note = { recipe: copyRecipe, copy, reason: '', tries: 0 };
      const folder = folderOf(of);
      await mkdir(folder, { recursive: true });
      await rename(made, path.join(folder, fileName(note) ?? ''));
      await writeNote(of, note);
    },

    dismiss: (of, { reason, tries }) => writeNote(of, { recipe: copyRecipe, copy: null, reason, tries }),

    noteFile: (sha256) => path.join(folderOf(sha256), noteName),

    async forget(sha256) {
      notes.delete(sha256);
      await rm(folderOf(sha256), { recursive: true, force: true });
    },

    async digests() {
      await clean();
      return (await readdir(root)).filter(isDigest);
    },
  };
}

/** Parses a note; null if another release wrote it. */
export function parseNote(text: string): Note | null {
  const parsed = noteForm.safeParse(parseJson(text));
  return parsed.success ? parsed.data : null;
}

function fileName({ copy }: Note): string | null {
  return copy && `${copy.sha256}.pdf`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
