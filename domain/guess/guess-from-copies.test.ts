import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import tribhuvan from '#catalogue/tribhuvan.json' with { type: 'json' };
import { parseCatalogue } from '#domain/parse-catalogue.ts';
import { collectEvidence } from './collect-evidence.ts';
import { noDrive, type DriveEvidence } from './drive-evidence.ts';
import { choosePaths, guessFromCopies, maxGuessedPaths } from './guess-from-copies.ts';
import { guessPlace, type KnownFacts } from './guess-place.ts';
import { sureFrom } from '#domain/guess/names/place-fields.ts';
import { prepareGuessing } from './prepare-guessing.ts';

const guessing = prepareGuessing(parseCatalogue(tribhuvan), 2026);
const firstPage = 'Deadlocks\nA deadlock is a state in which each process waits for a resource that another one holds.';
const copiesOf = (paths: readonly string[], page: string | null = firstPage, drive: DriveEvidence = noDrive) =>
  choosePaths(paths).map((path) => ({ path, evidence: collectEvidence({ path, firstPage: page }, guessing), drive }));
const guess = (...paths: string[]) => guessFromCopies(copiesOf(paths), guessing);
const placeOf = ({ guess: { facultyId, semesterId, subject } }: ReturnType<typeof guess>) =>
  [facultyId, semesterId, subject].map(({ value, confidence }) => [value, confidence >= sureFrom]);

const osPlace = [
  ['csit', true],
  ['4', true],
  ['Operating Systems', true],
];
const inSubject = 'CSIT/4th Semester/Operating Systems/Notes/Unit 6.pdf';
const inHeap = 'CSIT/0 All notes/NOTES.zip/Unit 6.pdf';

test('a single path gives the same guess as guessPlace', () => {
  for (const path of [inSubject, inHeap])
    expect(guess(path)).toEqual({ path, guess: guessPlace({ path, firstPage }, guessing) });
});

test('the path with the most evidence counts, in any order', () => {
  for (const paths of [
    [inHeap, inSubject],
    [inSubject, inHeap],
  ]) {
    expect(guess(...paths).path).toBe(inSubject);
    expect(placeOf(guess(...paths))).toEqual(osPlace);
  }
});

test('of paths with nearly the same evidence, the one with the plainest name is shown', () => {
  const folder = 'CSIT/4th Semester/Operating Systems/Notes';
  expect(guess(`${folder}/Unit 6 (1).pdf`, `${folder}/Unit 6.pdf`, `${folder}/Copy of Unit 6.pdf`).path).toBe(
    `${folder}/Unit 6.pdf`,
  );
  expect(guess('b/x/Unit 6 (1).pdf', 'a/Unit 6.pdf').path).toBe('a/Unit 6.pdf');
});

test('the evidence of one path completes the evidence of another', () => {
  // Several programmes have the subject; the programme alone gives no subject.
  expect(placeOf(guess('Operating Systems/Unit 6.pdf'))).not.toEqual(osPlace);
  expect(placeOf(guess('Operating Systems/Unit 6.pdf', 'CSIT/Unit 6.pdf'))).toEqual(osPlace);
  const { kind } = guess('CSIT/Sem 4/Operating Systems/OS.pdf', 'CSIT/Sem 4/Question Papers/OS.pdf').guess;
  expect(kind.value).toBe('paper');
});

test('a value that no path contradicts is no surer than in the path it comes from', () => {
  const said = [inHeap, inSubject].map((path) => guess(path).guess.facultyId.confidence);
  const { facultyId, subject } = guess(inHeap, inSubject).guess;
  expect(facultyId.confidence).toBe(Math.max(...said));
  expect(subject.confidence).toBeLessThanOrEqual(facultyId.confidence);
});

test('contradictory paths make a value doubtful, and the other place is an alternative', () => {
  const elsewhere = 'CSIT/5th Semester/Web Technology/Notes/Unit 6.pdf';
  const { guess: both, path } = guess(inSubject, elsewhere);
  expect([inSubject, elsewhere]).toContain(path);
  expect(both.facultyId).toMatchObject({ value: 'csit' });
  expect(both.facultyId.confidence).toBeGreaterThanOrEqual(sureFrom);
  for (const field of ['semesterId', 'subject'] as const) {
    expect(both[field].confidence).toBeLessThan(sureFrom);
    expect(both[field].from.at(-1)).toContain('against it: folder');
  }
  const subjects = [both.subject.value, ...both.alternatives.map(({ subject }) => subject)];
  expect(subjects.slice(0, 2).toSorted()).toEqual(['Operating Systems', 'Web Technology']);
  // The same for a subject without its programme, and another programme.
  for (const other of ['Web Technology/Unit 6.pdf', 'BCA/3rd Semester/Unit 6.pdf'])
    expect(placeOf(guess(inSubject, other))).not.toEqual(osPlace);
  const { kind } = guess('CSIT/Sem 4/OS/Notes/OS.pdf', 'CSIT/Sem 4/OS/Question Papers/OS.pdf').guess;
  expect(kind.confidence).toBeLessThan(sureFrom);
});

test('evidence against the place in any path, or in the drive of any, makes it doubtful and is listed', () => {
  const foreign = 'Pokhara University/Operating Systems/Unit 6.pdf';
  const opposed = guess(inSubject, foreign);
  expect(opposed.path).toBe(inSubject);
  expect(placeOf(opposed).map(([value, isSure]) => [value, isSure])).toEqual(osPlace.map(([value]) => [value, false]));
  expect(opposed.guess.against).toEqual([expect.stringContaining('Pokhara')]);
  const [ours] = copiesOf([inSubject]);
  const [heap] = copiesOf([inHeap], firstPage, { own: [], foreign: { csit: 'ned' } });
  if (!ours || !heap) throw new Error('a copy is missing');
  const ofDrive = guessFromCopies([ours, heap], guessing);
  expect(placeOf(ofDrive).map(([, isSure]) => isSure)).toEqual([false, false, false]);
  expect(ofDrive.guess.against).toEqual(['other files of this folder: “ned”']);
  // Manual values are not contradicted.
  const known = guessFromCopies(copiesOf([inSubject, foreign]), guessing, { facultyId: 'csit' });
  expect(placeOf(known).slice(1)).toEqual(osPlace.slice(1));
});

test('a year BS agrees with the years AD it overlaps, and with no other years', () => {
  const yearOf = (...names: string[]) => guess(...names.map((name) => `CSIT/Sem 4/OS/${name}.pdf`)).guess.year;
  expect(yearOf('OS exam 2079', 'OS exam 2023')).toMatchObject({ value: 2023, bs: 2079 });
  expect(yearOf('OS exam 2079', 'OS exam 2023').confidence).toBe(yearOf('OS exam 2023').confidence);
  expect(yearOf('OS exam 2079', 'OS exam 2016').confidence).toBeLessThan(yearOf('OS exam 2079').confidence);
});

test('known facts narrow the guesses of all paths', () => {
  const facts: KnownFacts = { facultyId: 'csit', subject: 'Operating Systems' };
  const { guess: known } = guessFromCopies(copiesOf(['a/x.pdf', 'b/x.pdf'], null), guessing, facts);
  expect(known.semesterId.value).toBe('4');
});

test('if there are many paths, one per folder is used, from the deepest folders first', () => {
  const heap = Array.from({ length: 60 }, (_, index) => `heap/Unit 6 (${index}).pdf`);
  expect(guess(...heap, inSubject)).toEqual(guess(heap[0] ?? '', inSubject));
  const advert = Array.from({ length: 30 }, (_, index) => `CSIT/Sem ${(index % 8) + 1}/${index}/Join us.pdf`);
  expect(guess(...advert).guess.semesterId.confidence).toBeLessThan(sureFrom);
});

test('the order of the paths does not matter', () => {
  const path = fc.constantFrom(
    inSubject,
    inHeap,
    'CSIT/Unit 6.pdf',
    'Operating Systems/Unit 6 (1).pdf',
    'BCA/Sem 3/Web Technology 2079.pdf',
    'x/2023.pdf',
    ...Array.from({ length: maxGuessedPaths }, (_, index) => `CSIT/${index}/OS.pdf`),
  );
  fc.assert(
    fc.property(fc.uniqueArray(path, { minLength: 1, maxLength: 14 }), fc.nat(13), (paths, turns) => {
      const turned = [...paths.slice(turns), ...paths.slice(0, turns)];
      expect(guess(...turned)).toEqual(guess(...paths));
    }),
    { numRuns: 40 },
  );
});
