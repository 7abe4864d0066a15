import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A file to test. */
export type Sample = {
  /** Path of the file on the disk. */
  file: string;
  /** Path of the file within the folder of samples, with `/`. */
  name: string;
  kind: 'PDF' | 'HTML';
  /** Password of the file, if the folder's index has it. */
  password: string | null;
  /** Number of pages, if the folder's index has it. */
  pageCount: number | null;
};

type IndexEntry = { path: string; password?: string; pages?: number | null };

/**
 * Returns every PDF and HTML file in a folder and its subfolders, by name. Passwords come from the folder's
 * `index.json` or, if the folder is a subfolder of the samples, from that of its parent.
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
