import { openAsBlob } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { ChosenEntry } from '#app/features/staging/intake/intake-file.ts';
import type { NotTaken } from '#app/features/staging/intake/intake-file.ts';

/** Folders within folders; more are a mistake. */
const maxDepth = 40;

const byName = new Intl.Collator('en', { numeric: true });

/**
 * The files of a folder and the folders in it, by name. Their paths begin with the name of the folder. Symbolic links are
 * not followed. What cannot be read is told to `skip`.
 */
export async function* walkFolder(
  folder: string,
  skip: (notTaken: NotTaken) => void,
): AsyncGenerator<ChosenEntry, void> {
  yield* walk(folder, path.basename(folder), 0, skip);
}

async function* walk(
  folder: string,
  shown: string,
  depth: number,
  skip: (notTaken: NotTaken) => void,
): AsyncGenerator<ChosenEntry, void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    skip({ path: shown, reason: `The folder cannot be read: ${error instanceof Error ? error.message : error}.` });
    return [];
  });
  for (const entry of entries.toSorted((one, other) => byName.compare(one.name, other.name))) {
    const file = path.join(folder, entry.name);
    const name = `${shown}/${entry.name.normalize('NFC').toWellFormed()}`;
    if (entry.isDirectory()) {
      if (depth < maxDepth) yield* walk(file, name, depth + 1, skip);
      else skip({ path: name, reason: `It is more than ${maxDepth} folders deep.` });
    } else if (entry.isFile()) {
      const facts = await lstat(file).catch(() => null);
      if (facts) yield { path: name, sizeBytes: facts.size, open: () => openAsBlob(file) };
      else skip({ path: name, reason: 'It cannot be read.' });
    } else if (entry.isSymbolicLink()) skip({ path: name, reason: 'It is a link; links are not followed.' });
  }
}
