import type { StagedFileAnswer } from '#contract/schemas/answer-types.ts';

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
