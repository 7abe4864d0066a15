import type { StagedFileAnswer } from '#contract/schemas/answer-types.ts';
import type { ChosenEntry, Found, IntakeLimits } from './intake-file.ts';
import { judgeTree } from './judge-tree.ts';
import { repairName } from './repair-name.ts';

/** True if a row has no other paths: nobody else has staged it, so nobody else sends it or needs it. */
export function hasOnlyThesePaths(
  { path, otherPaths, pathCount }: Pick<StagedFileAnswer, 'path' | 'otherPaths' | 'pathCount'>,
  paths: Iterable<string>,
): boolean {
  const known = new Set(paths);
  return pathCount === 1 + otherPaths.length && [path, ...otherPaths].every((each) => known.has(each));
}

/**
 * Yields the accepted files of a choice, with archives opened, in their order. Nothing is yielded before all of them are
 * known. Ends with an error sentence if there are more files than can be staged. Rejects if a file cannot be read.
 */
export async function* gatherFiles(
  chosen: AsyncIterable<ChosenEntry> | Iterable<ChosenEntry>,
  limits: IntakeLimits,
): AsyncGenerator<Found, void> {
  const entries: ChosenEntry[] = [];
  for await (const entry of chosen) {
    if (entries.length >= limits.listed) {
      yield { notTaken: { path: entry.path, reason: restLeftOut(limits.listed, 'Choose a folder within it.') } };
      break;
    }
    entries.push({ ...entry, path: repairPath(entry.path) });
  }
  let count = 0;
  for await (const found of judgeTree(entries, limits, (entry) => openArchive(entry, limits))) {
    if (!('notTaken' in found)) count += 1;
    if (count > limits.files) {
      const { path } = 'file' in found ? found.file : 'picture' in found ? found.picture : found.notTaken;
      yield { notTaken: { path, reason: restLeftOut(limits.files, 'Run it again once these are published.') } };
      return;
    }
    yield found;
  }
}

function restLeftOut(count: number, advice: string): string {
  return `There are more than ${count.toLocaleString('en')} files. The rest is left out. ${advice}`;
}

/** Loads the code for archives on first use. */
async function openArchive(entry: ChosenEntry, limits: IntakeLimits): Promise<Found[]> {
  const archive = await import('./open-archive.ts');
  return archive.openArchive(entry.path, await entry.open(), limits);
}

function repairPath(path: string): string {
  return path
    .split('/')
    .map((step) => repairName(step).replaceAll('/', '_'))
    .join('/');
}
