import type { StagedFileAnswer } from '#contract/schemas/answer-types.ts';
import * as words from '#messages/import/intake.ts';
import { whatOf, type ChosenEntry, type Found, type IntakeLimits } from './intake-file.ts';
import { judgeTree } from './judge-tree.ts';
import { repairName } from './repair-name.ts';
import { createUnpacker, type StartUnpacking, type Unpacker } from './unpacker.ts';

/**
 * True if all paths of a row are among these. Then nobody else has staged the row, so nobody else sends or needs it.
 */
export function hasOnlyThesePaths(
  { path, otherPaths, pathCount }: Pick<StagedFileAnswer, 'path' | 'otherPaths' | 'pathCount'>,
  paths: Iterable<string>,
): boolean {
  const known = new Set(paths);
  return pathCount === 1 + otherPaths.length && [path, ...otherPaths].every((each) => known.has(each));
}

/**
 * Yields the accepted files of a choice in their order, with the files of its archives. Yields nothing before all of
 * them are known. If there are more files than can be staged, ends with an error sentence. Rejects if a file cannot be
 * read. `startUnpacking` starts a thread for an archive that is not ZIP.
 */
export async function* gatherFiles(
  chosen: AsyncIterable<ChosenEntry> | Iterable<ChosenEntry>,
  limits: IntakeLimits,
  startUnpacking: StartUnpacking,
): AsyncGenerator<Found, void> {
  const unpacker = createUnpacker(startUnpacking, limits.unpackedBytes);
  const entries: ChosenEntry[] = [];
  for await (const entry of chosen) {
    if (entries.length >= limits.listed) {
      yield { notTaken: { path: entry.path, reason: words.tooManyInFolder(limits.listed) } };
      break;
    }
    entries.push({ ...entry, path: repairPath(entry.path) });
  }
  let count = 0;
  for await (const found of judgeTree(entries, limits, (entry) => openArchive(entry, limits, unpacker))) {
    if (!('notTaken' in found)) count += 1;
    if (count > limits.files) {
      const { path } = whatOf(found);
      yield { notTaken: { path, reason: words.tooManyAtOnce(limits.files) } };
      return;
    }
    yield found;
  }
}

/** Loads the code for archives on first use. */
async function openArchive(entry: ChosenEntry, limits: IntakeLimits, unpacker: Unpacker): Promise<Found[]> {
  const archive = await import('./open-archive.ts');
  return archive.openArchive(entry, limits, unpacker);
}

function repairPath(path: string): string {
  return path
    .split('/')
    .map((step) => repairName(step).replaceAll('/', '_'))
    .join('/');
}
