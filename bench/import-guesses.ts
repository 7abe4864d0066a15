import { guessPlace } from '#domain/guess/guess-place.ts';
import type { FileSource } from '#domain/guess/read-source.ts';
import { prepareGuessing, type Guessing } from '#domain/guess/prepare-guessing.ts';
import {
  placeFields,
  readLabelledPaths,
  readShippedCatalogue,
  scoreGuesses,
  sourceOf,
  type Score,
} from './import/labelled-paths.ts';
import { measureDrives } from './import/drives.ts';
import { hasSharedPapers, readSharedPapers, type SharedPaper } from './import/shared-papers.ts';

const timedFiles = 10_000;

/**
 * Measures guesses of faculty, term, subject, kind and year, compared with a truth made by hand and with the index of
 * the shared samples: right, wrong, none and doubtful by field, wrong but sure ones, and files a second.
 */
export async function measureImportGuesses(folder: string): Promise<string[]> {
  const guessing = prepareGuessing(await readShippedCatalogue(), new Date().getFullYear());
  const labelled = await readLabelledPaths();
  const pairs = labelled.map((truth) => ({ path: truth.path, truth, guess: guessPlace(sourceOf(truth), guessing) }));
  const lines = [`${labelled.length} paths with their truth by hand`, ...tableOf(scoreGuesses(pairs))];
  lines.push(`  ${filesPerSecond(labelled.map(sourceOf), guessing)} files a second`);

  lines.push(...(await measureDrives(folder)));
  if (!hasSharedPapers()) return [...lines, 'shared samples: the folder is missing here, nothing to compare'];
  const papers = await readSharedPapers(guessing);
  const score = (sourceOfPaper: (paper: SharedPaper) => FileSource) =>
    tableOf(scoreGuesses(papers.map((each) => ({ ...each, guess: guessPlace(sourceOfPaper(each), guessing) }))), [
      'subject',
      'kind',
      'year',
    ]);
  lines.push(
    `${papers.length} papers of the shared samples. Their index has no faculty and no term; subjects that our catalogue`,
    'does not have by that name count as unknown',
    '  sorted into folders by subject and year',
    ...score(({ sorted }) => sorted),
    '  by the file name alone and the first page',
    ...score(({ bare }) => bare),
  );
  return lines;
}

function tableOf(
  scores: Record<(typeof placeFields)[number], Score>,
  fields: readonly (typeof placeFields)[number][] = placeFields,
): string[] {
  const cells = (words: readonly (string | number)[]) => words.map((word) => String(word).padStart(13)).join('');
  const lines = [`  ${''.padEnd(11)}${cells(['known', 'right', 'wrong', 'none', 'doubtful', 'wild', 'wrong, sure'])}`];
  for (const field of fields) {
    const { known, right, wrong, none, doubtful, wild, wrongButSure } = scores[field];
    lines.push(`  ${field.padEnd(11)}${cells([known, right, wrong, none, doubtful, wild, wrongButSure.length])}`);
  }
  for (const field of fields) for (const line of scores[field].wrongButSure) lines.push(`  wrong, sure: ${line}`);
  return [...lines, '  (doubtful: right below 0.9; wild: guessed where a person could not say)'];
}

/** Each name is different, as in a real tree, so that nothing is cached. */
function filesPerSecond(sources: readonly ReturnType<typeof sourceOf>[], guessing: Guessing): number {
  const start = performance.now();
  for (let index = 0; index < timedFiles; index += 1) {
    const source = sources[index % sources.length];
    if (source) guessPlace({ ...source, path: `${index}/${source.path}` }, guessing);
  }
  return Math.round(timedFiles / ((performance.now() - start) / 1000));
}
