import type { StagedFileAnswer } from '#contract/additions.ts';

/** True if a row has no paths but these: nobody else has staged it, so nobody else sends or misses it. */
export function hasOnlyThesePaths(
  { path, otherPaths, pathCount }: Pick<StagedFileAnswer, 'path' | 'otherPaths' | 'pathCount'>,
  paths: Iterable<string>,
): boolean {
  const known = new Set(paths);
  return pathCount === 1 + otherPaths.length && [path, ...otherPaths].every((each) => known.has(each));
}
