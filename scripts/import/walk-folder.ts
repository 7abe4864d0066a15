import { openAsBlob, type Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { readEntryNames } from '#app/features/import/intake/repair-name.ts';
import type { ChosenEntry, NotTaken } from '#app/features/import/intake/intake-file.ts';

/** Depth of nested folders; more are a mistake. */
const maxDepth = 40;

const byName = new Intl.Collator('en', { numeric: true });

/**
 * Yields the files of a folder and the folders in it, by name. Their paths begin with the name of the folder. Symbolic
 * links are not followed. Passes unreadable files and folders to `skip`. File names are bytes: names that are not
 * UTF-8, from old disks and archives, are decoded with their likely encoding.
 */
export async function* walkFolder(
  folder: string,
  skip: (notTaken: NotTaken) => void,
): AsyncGenerator<ChosenEntry, void> {
  const bytes = await findFolder(folder);
  const last = bytes.subarray(bytes.lastIndexOf(path.sep) + 1);
  const [shown = path.basename(folder)] = readNames([last]);
  yield* walk(bytes, shown, 0, skip);
}

/**
 * Returns the path of a folder in bytes. Node decodes arguments as UTF-8, with U+FFFD for invalid bytes, so a step with
 * that character is searched in its parent folder.
 */
export async function findFolder(folder: string): Promise<Buffer> {
  const { root } = path.parse(folder);
  let found: Buffer = Buffer.from(root);
  for (const step of folder.slice(root.length).split(path.sep)) {
    const names = step.includes('\ufffd') ? await readdir(found, { encoding: 'buffer' }).catch(() => []) : [];
    found = join(found, names.find((name) => name.toString() === step) ?? Buffer.from(step));
  }
  return found;
}

async function* walk(
  folder: Buffer,
  shown: string,
  depth: number,
  skip: (notTaken: NotTaken) => void,
): AsyncGenerator<ChosenEntry, void> {
  for (const { entry, name: ownName } of await readFolder(folder, shown, skip)) {
    const file = join(folder, entry.name);
    const name = `${shown}/${ownName}`;
    if (entry.isDirectory()) {
      if (depth < maxDepth) yield* walk(file, name, depth + 1, skip);
      else skip({ path: name, reason: `It is nested more than ${maxDepth} folders deep.` });
    } else if (entry.isFile()) {
      const facts = await lstat(file).catch(() => null);
      if (facts) yield { path: name, sizeBytes: facts.size, modifiedAt: facts.mtimeMs, open: () => openAsBlob(file) };
      else skip({ path: name, reason: 'It can’t be read.' });
    } else if (entry.isSymbolicLink()) skip({ path: name, reason: 'It is a link; links are not followed.' });
  }
}

async function readFolder(folder: Buffer, shown: string, skip: (notTaken: NotTaken) => void) {
  let entries: Dirent<Buffer>[];
  try {
    entries = await readdir(folder, { withFileTypes: true, encoding: 'buffer' });
  } catch (error) {
    skip({ path: shown, reason: `The folder cannot be read: ${error instanceof Error ? error.message : error}.` });
    return [];
  }
  const names = readNames(entries.map(({ name }) => name));
  return entries
    .map((entry, index) => ({ entry, name: names[index] ?? '' }))
    .sort((one, other) => byName.compare(one.name, other.name));
}

/** Decodes the names in one folder; those that are not UTF-8 all have the same encoding. */
function readNames(names: readonly Buffer[]): string[] {
  const read = readEntryNames(names.map((raw) => ({ raw, unicode: null, isUnix: true })));
  return read.map((name) => name.normalize('NFC').toWellFormed().replaceAll('/', '_'));
}

function join(folder: Buffer, name: Uint8Array): Buffer {
  const hasEnd = folder.length === 0 || folder.at(-1) === path.sep.charCodeAt(0);
  return Buffer.concat([folder, Buffer.from(hasEnd ? '' : path.sep), name]);
}
