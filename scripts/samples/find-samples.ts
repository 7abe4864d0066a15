import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A file to test. */
export type Sample = {
  /** Its path on the disk. */
  file: string;
  /** Its path within the folder of samples, with `/`. */
  name: string;
  kind: 'PDF' | 'HTML';
  /** Its password, if the folder's index has it. */
  password: string | null;
  /** Its number of pages, if the folder's index has it. */
  pageCount: number | null;
};

type IndexEntry = { path: string; password?: string; pages?: number | null };

/**
 * Every PDF and HTML file below a folder, in the order of their names. Passwords come from its `index.json`, or, where
 * the folder is a subfolder of the samples, from the one above it.
 */
export async function findSamples(folder: string): Promise<Sample[]> {
  const index = (await readIndex(folder, folder)) ?? (await readIndex(path.dirname(folder), folder)) ?? new Map();
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => /\.(pdf|html?)$/i.test(name))
    .sort()
    .map((name) => {
      const found = index.get(path.join(folder, name));
      return {
        file: path.join(folder, name),
        name: name.split(path.sep).join('/'),
        kind: /\.pdf$/i.test(name) ? 'PDF' : 'HTML',
        password: found?.password ?? null,
        pageCount: found?.pages ?? null,
      };
    });
}

/** Returns the entries of `index.json` in `home` by file; null if there is none for `folder`. */
async function readIndex(home: string, folder: string): Promise<Map<string, IndexEntry> | null> {
  const text = await readFile(path.join(home, 'index.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  const entries = JSON.parse(text) as unknown;
  if (!Array.isArray(entries)) return null;
  const byFile = new Map((entries as IndexEntry[]).map((entry) => [path.join(home, entry.path), entry]));
  return [...byFile.keys()].some((file) => file.startsWith(folder)) ? byFile : null;
}
