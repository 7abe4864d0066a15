import type { StagedFileAnswer } from '#contract/schemas/answer-types.ts';

/** True if a row has no other paths: nobody else has staged it, so nobody else sends it or needs it. */
export function hasOnlyThesePaths(
  { path, otherPaths, pathCount }: Pick<StagedFileAnswer, 'path' | 'otherPaths' | 'pathCount'>,
  paths: Iterable<string>,
): boolean {
  const known = new Set(paths);
  return pathCount === 1 + otherPaths.length && [path, ...otherPaths].every((each) => known.has(each));
}
