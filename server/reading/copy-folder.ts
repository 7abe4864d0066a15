import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isIdentifier } from '#domain/identifier.ts';

/** A reading copy on the disk. */
export type KeptCopy = {
  path: string;
  sizeBytes: number;
  /** SHA-256 of the copy's own bytes. */
  sha256: string;
  /** A contract moment. */
  madeAt: string;
};

/** What came of a file: a copy, or why there is none; `tries` counts how often it came to no end. */
export type Finding = { copy: KeptCopy } | { copy: null; reason: string; tries: number };

/**
 * Copies at `{directory}/{fileId}/{digest of the copy}.pdf`, and beside each a note of what file it is a copy of, or that
 * none is wanted. A note is written last and whole, so a copy is there whole or not at all. All of it may be deleted at
 * any time, the server running or not.
 */
export interface CopyFolder {
  /** What is known of the file with that id and those bytes; null when nothing is. */
  find(fileId: string, sha256: string): Promise<Finding | null>;
  /** A path to write a copy to, which `keep` then takes in. */
  scratchPath(): Promise<string>;
  keep(
    fileId: string,
    sha256: string,
    made: { scratch: string; sizeBytes: number; sha256: string; madeAt: string },
  ): Promise<void>;
  /** Notes that this file is read as it is. */
  dismiss(fileId: string, sha256: string, finding: { reason: string; tries: number }): Promise<void>;
  forget(fileId: string): Promise<void>;
  /** The files something is kept of. */
  list(): Promise<string[]>;
}

/** Another number when copies are made in another way: what was noted under an older one is made anew. */
const recipe = 1;
const noteName = 'note.json';
const scratchFolder = '.making';
const mostRemembered = 5000;

const noteForm = z.object({
  recipe: z.literal(recipe),
  of: z.string(),
  copy: z.object({ sizeBytes: z.int(), sha256: z.string().regex(/^[0-9a-f]{64}$/), madeAt: z.string() }).nullable(),
  reason: z.string().default(''),
  tries: z.int().default(0),
});
type Note = z.output<typeof noteForm>;

export function createCopyFolder(directory: string): CopyFolder {
  const root = path.resolve(directory);
  const folderOf = (fileId: string) => {
    if (!isIdentifier(fileId)) throw new Error('reading copies: a key must be a file identifier');
    return path.join(root, fileId);
  };
  // A reader asks for dozens of ranges within seconds.
  const remembered = new Map<string, Note>();
  let cleaned: Promise<void> | null = null;

  async function readNote(fileId: string): Promise<Note | null> {
    const known = remembered.get(fileId);
    if (known) return known;
    const text = await readFile(path.join(folderOf(fileId), noteName), 'utf8').catch(() => null);
    const parsed = text === null ? null : noteForm.safeParse(parseJson(text));
    if (!parsed?.success) return null;
    remember(fileId, parsed.data);
    return parsed.data;
  }

  function remember(fileId: string, note: Note): void {
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(fileId, note);
  }

  async function writeNote(fileId: string, note: Note): Promise<void> {
    const folder = folderOf(fileId);
    await mkdir(folder, { recursive: true });
    const scratch = await makeScratch();
    const handle = await open(scratch, 'wx');
    try {
      await handle.writeFile(JSON.stringify(note));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(scratch, path.join(folder, noteName));
    remember(fileId, note);
    // Copies of what was under this id before.
    for (const name of await readdir(folder)) {
      if (name !== noteName && name !== fileName(note)) await rm(path.join(folder, name), { force: true });
    }
  }

  async function makeScratch(): Promise<string> {
    const folder = path.join(root, scratchFolder);
    // What a process that was killed left behind.
    await (cleaned ??= rm(folder, { recursive: true, force: true }));
    await mkdir(folder, { recursive: true });
    return path.join(folder, randomUUID());
  }

  return {
    async find(fileId, sha256) {
      const note = await readNote(fileId);
      if (note?.of !== sha256) return null;
      if (!note.copy) return { copy: null, reason: note.reason, tries: note.tries };
      const file = path.join(folderOf(fileId), fileName(note) ?? '');
      const size = await stat(file).then(
        (found) => found.size,
        () => null,
      );
      if (size === note.copy.sizeBytes) return { copy: { path: file, ...note.copy } };
      remembered.delete(fileId);
      return null;
    },

    scratchPath: makeScratch,

    async keep(fileId, of, { scratch, ...copy }) {
      const note: Note = { recipe, of, copy, reason: '', tries: 0 };
      const folder = folderOf(fileId);
      await mkdir(folder, { recursive: true });
      await rename(scratch, path.join(folder, fileName(note) ?? ''));
      await writeNote(fileId, note);
    },

    dismiss: (fileId, of, { reason, tries }) => writeNote(fileId, { recipe, of, copy: null, reason, tries }),

    async forget(fileId) {
      remembered.delete(fileId);
      await rm(folderOf(fileId), { recursive: true, force: true });
    },

    async list() {
      const names = await readdir(root).catch(() => []);
      return names.filter(isIdentifier);
    },
  };
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
