import { expect, test } from 'vitest';
import { guessPlace } from '#domain/guess/guess-place.ts';
import { prepareGuessing } from '#domain/guess/prepare-guessing.ts';
import { placeFields, readLabelledPaths, readShippedCatalogue, scoreGuesses, sourceOf } from './labelled-paths.ts';

const catalogue = await readShippedCatalogue();
const labelled = await readLabelledPaths();

test('the labelled places are in the catalogue and cover more than six programmes', () => {
  for (const { path, facultyId, semesterId, subject } of labelled) {
    const faculties = catalogue.faculties.filter(({ id }) => facultyId === null || id === facultyId);
    const terms = faculties.flatMap((faculty) => faculty.terms).filter(({ id }) => !semesterId || id === semesterId);
    expect([path, terms.length > 0]).toEqual([path, true]);
    const names = terms.flatMap((term) => term.subjects.map(({ name }) => name));
    for (const name of [subject ?? []].flat()) expect([path, names]).toEqual([path, expect.arrayContaining([name])]);
  }
  expect(labelled.length).toBeGreaterThanOrEqual(150);
  expect(new Set(labelled.map(({ path }) => path)).size).toBe(labelled.length);
  expect(new Set(labelled.map(({ facultyId }) => facultyId)).size).toBeGreaterThan(6);
});

test('of the labelled paths, at least 95 % of each field are guessed right, and no wrong guess is sure', () => {
  const guessing = prepareGuessing(catalogue, 2026);
  const scores = scoreGuesses(
    labelled.map((truth) => ({ path: truth.path, truth, guess: guessPlace(sourceOf(truth), guessing) })),
  );
  for (const field of placeFields) {
    const { known, right, wrongButSure } = scores[field];
    expect([field, wrongButSure]).toEqual([field, []]);
    expect([field, right / known >= 0.95]).toEqual([field, true]);
  }
});
