import { isSameTime } from '#domain/calendar.ts';
import { groupBy } from '#domain/text/group-by.ts';
import { checkGrounds } from './check-grounds.ts';
import type { Evidence } from './collect-evidence.ts';
import type { DriveEvidence } from './drive-evidence.ts';
import { guessFrom, type Guess, type KnownFacts, type PlaceGuess } from './guess-place.ts';
import { placeFields, sureFrom, type PlaceField } from '#domain/guess/names/place-fields.ts';
import { plainestPath } from './plainest-path.ts';
import type { Guessing } from './prepare-guessing.ts';

/** One of the paths of a file, with its evidence and that of its drive. */
export type Copy = { path: string; evidence: Evidence; drive: DriveEvidence };

/**
 * Maximum number of paths used for a guess. Guessing takes up to two milliseconds per path, and files are rarely in
 * more folders.
 */
export const maxGuessedPaths = 10;
/** Confidence below which values are ignored: they neither make a path the best one nor contradict another value. */
const likelyFrom = 0.5;
/** Confidence of a value that another path contradicts: far below `sureFrom`, but still the likeliest value. */
const contradictedConfidence = 0.5;
/** Maximum confidence of a place that the names of another path contradict. */
const opposedConfidence = 0.85;
/** Maximum number of reasons for a value, or against a place. */
const maxReasons = 4;
const maxAlternatives = 4;
/** Difference of total confidence below which two paths count as equal. */
const nearlyAsMuch = 0.1;

/** Chooses the paths to guess from: first one of each folder, the deepest folders first, then the others. */
export function choosePaths(paths: readonly string[]): string[] {
  if (paths.length <= maxGuessedPaths) return [...paths];
  const folderOf = (path: string) => path.replace(/[^/\\]*$/, '');
  const depthOf = (path: string) => folderOf(path).split(/[/\\]+/).length;
  const plainest = [...groupBy(paths, folderOf).values()].map(plainestPath);
  const rest = paths.filter((path) => !plainest.includes(path));
  const deepestFirst = (one: string, other: string) => depthOf(other) - depthOf(one) || (one < other ? -1 : 1);
  return [...plainest.sort(deepestFirst), ...rest.sort(deepestFirst)].slice(0, maxGuessedPaths);
}

/**
 * Guesses where a file with several paths belongs. Each value is that of the path with the highest confidence. A value
 * is doubtful if another path has a different one, or evidence against the place. If one path is sure of a faculty,
 * that narrows the guesses of the others. Also returns the best path. The order of the copies does not matter; there
 * must be at least one.
 */
export function guessFromCopies(
  copies: readonly Copy[],
  guessing: Guessing,
  facts: KnownFacts = {},
): { path: string; guess: PlaceGuess } {
  const guessAll = (list: readonly Copy[], known: KnownFacts) =>
    list.map((copy) => ({ ...copy, guess: guessFrom(copy.evidence, guessing, known, copy.drive) }));
  const own = bestFirst(guessAll(copies, facts));
  const [best] = own;
  if (!best) throw new Error('a file without a path');
  if (own.length === 1) return { path: best.path, guess: best.guess };

  const guesses = own.map(({ guess }) => guess);
  const facultyId = combine(guesses, 'facultyId');
  const isNarrowed = facts.facultyId === undefined && facultyId.value !== null && facultyId.confidence >= sureFrom;
  const known = { ...facts, facultyId: facultyId.value ?? '' };
  const narrowed = isNarrowed ? guessAll(own, known).map(({ guess }) => guess) : guesses;
  const within = <Value>(guess: Guess<Value>): Guess<Value> =>
    isNarrowed ? { ...guess, confidence: Math.min(guess.confidence, facultyId.confidence) } : guess;
  const guess: PlaceGuess = {
    ...best.guess,
    facultyId,
    semesterId: within(combine(narrowed, 'semesterId')),
    subject: within(combine(narrowed, 'subject')),
    kind: combine(guesses, 'kind'),
    year: combineYears(guesses),
  };
  const opposed = facts.facultyId === undefined ? oppose(guess, own, guessing) : guess;
  return { path: best.path, guess: { ...opposed, alternatives: alternativesOf(opposed, narrowed) } };
}

type Guessed = Copy & { guess: PlaceGuess };

/** Sorts the path with the most confident values first; of equal paths, the one with the plainest name. */
function bestFirst(guessed: readonly Guessed[]): Guessed[] {
  const likely = (confidence: number) => (confidence >= likelyFrom ? confidence : 0);
  const saidBy = ({ guess }: Guessed) => placeFields.reduce((sum, field) => sum + likely(guess[field].confidence), 0);
  const most = Math.max(...guessed.map(saidBy));
  const best = plainestPath(guessed.filter((each) => saidBy(each) > most - nearlyAsMuch).map(({ path }) => path));
  const rankOf = (each: Guessed) => (each.path === best ? Infinity : saidBy(each));
  return guessed.toSorted((one, other) => rankOf(other) - rankOf(one) || (one.path < other.path ? -1 : 1));
}

/** Returns the value of a field that has the highest confidence. `guesses` must begin with the best one. */
function combine<Field extends PlaceField>(guesses: readonly PlaceGuess[], field: Field): PlaceGuess[Field] {
  return weigh(
    guesses.map((guess) => guess[field]),
    (one, other) => one.value === other.value,
  );
}

/** Combines years; a year AD agrees with a year of Bikram Sambat that overlaps it. */
function combineYears(guesses: readonly PlaceGuess[]): PlaceGuess['year'] {
  const years = guesses.map(({ year }) => year);
  const isSame = (one: PlaceGuess['year'], other: PlaceGuess['year']) =>
    one.value === other.value ||
    (one.bs !== null && isSameTime({ year: other.value, yearBs: one.bs })) ||
    (other.bs !== null && isSameTime({ year: one.value, yearBs: other.bs }));
  const chosen = weigh(years, isSame);
  const written = years.find(({ bs }) => bs !== null && isSameTime({ year: chosen.value, yearBs: bs }));
  return { ...chosen, bs: chosen.bs ?? written?.bs ?? null };
}

function weigh<Said extends Guess<unknown>>(all: readonly Said[], isSame: (one: Said, other: Said) => boolean): Said {
  const said = all.filter(({ value }) => value !== null);
  const surest = said.toSorted((one, other) => other.confidence - one.confidence)[0] ?? all[0];
  if (!surest) throw new Error('nothing is guessed');
  const against = (chosen: Said) => said.find((other) => !isSame(chosen, other) && other.confidence >= likelyFrom);
  const [first] = said.filter(({ confidence }) => confidence >= likelyFrom);
  // If values contradict each other, uses the value of the best path, in whose folder the file is shown.
  const chosen = against(surest) ? (first ?? surest) : surest;
  const opposed = against(chosen);
  const from = [...new Set(said.filter((other) => isSame(chosen, other)).flatMap((other) => other.from))];
  if (!opposed) return { ...chosen, from: from.slice(0, maxReasons) };
  return {
    ...chosen,
    confidence: Math.min(chosen.confidence, contradictedConfidence),
    from: [...from.slice(0, maxReasons - 1), `against it: ${opposed.from[0] ?? 'another path'}`],
  };
}

/** Lowers the confidence of a guess if any path, or its drive, names another university, programme or code pattern. */
function oppose(guess: PlaceGuess, copies: readonly Guessed[], guessing: Guessing): PlaceGuess {
  const faculty = guessing.faculties.findIndex(({ id }) => id === guess.facultyId.value);
  if (faculty < 0) return guess;
  const place = guessing.places.findIndex(
    (each) =>
      each.faculty === faculty &&
      each.name === guess.subject.value &&
      guessing.faculties[faculty]?.terms[each.term]?.id === guess.semesterId.value,
  );
  const chosen = { faculty, place: place < 0 ? null : place };
  const found = copies.flatMap(({ evidence, drive }) => checkGrounds(evidence, chosen, guessing, drive).against);
  if (found.length === 0) return guess;
  const limit = <Value>(each: Guess<Value>) => ({ ...each, confidence: Math.min(each.confidence, opposedConfidence) });
  return {
    ...guess,
    facultyId: limit(guess.facultyId),
    semesterId: limit(guess.semesterId),
    subject: limit(guess.subject),
    against: [...new Set([...guess.against, ...found])].slice(0, maxReasons),
  };
}

/** Returns the alternatives: the places of other paths, then the alternatives of the best path. */
function alternativesOf(chosen: PlaceGuess, narrowed: readonly PlaceGuess[]): PlaceGuess['alternatives'] {
  const said = narrowed.flatMap(({ facultyId, semesterId, subject }) => {
    if (facultyId.value === null || semesterId.value === null || subject.value === null) return [];
    const confidence = Math.min(facultyId.confidence, semesterId.confidence, subject.confidence);
    if (confidence < likelyFrom) return [];
    return [{ facultyId: facultyId.value, semesterId: semesterId.value, subject: subject.value, confidence }];
  });
  const keyOf = (...place: unknown[]) => JSON.stringify(place);
  const taken = new Set([keyOf(chosen.facultyId.value, chosen.semesterId.value, chosen.subject.value)]);
  return [...said, ...chosen.alternatives]
    .filter(({ facultyId, semesterId, subject }) => {
      const key = keyOf(facultyId, semesterId, subject);
      return !taken.has(key) && taken.add(key);
    })
    .slice(0, maxAlternatives);
}
