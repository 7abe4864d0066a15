import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A file to be tried. */
export type Sample = {
  /** Where it lies. */
  file: string;
  /** Its path within the folder of samples, with `/`. */
  name: string;
  kind: 'PDF' | 'HTML';
  /** What opens it, where the folder's index names a password. */
  password: string | null;
  /** How many pages the folder's index says it has, where it does. */
  pageCount: number | null;
};

type IndexEntry = { path: string; password?: string; pages?: number | null };

/**
 * Every PDF and HTML file below a folder, in the order of their names. Passwords come from its `index.json`, or, where
 * the folder is one of the samples' own, from the one above it.
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

/** The entries of `index.json` in `home` by the file they speak of; null where there is none for `folder`. */
async function readIndex(home: string, folder: string): Promise<Map<string, IndexEntry> | null> {
  const text = await readFile(path.join(home, 'index.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  const entries = JSON.parse(text) as unknown;
  if (!Array.isArray(entries)) return null;
  const byFile = new Map((entries as IndexEntry[]).map((entry) => [path.join(home, entry.path), entry]));
  return [...byFile.keys()].some((file) => file.startsWith(folder)) ? byFile : null;
}
