import { findFaculties, type FoundFaculty } from './find-faculties.ts';
import { findKinds } from './find-kinds.ts';
import { findSubjects, type FoundSubject } from './find-subjects.ts';
import { findTerms, termIndexes } from './find-terms.ts';
import { findYears } from './find-years.ts';
import { chooseKind } from './choose-kind.ts';
import { chooseYear } from './choose-year.ts';
import type { MaterialKind } from '#domain/material.ts';
import { isOfUniversity, namesOtherProgramme, universitiesIn } from './other-programmes.ts';
import type { Guessing } from './prepare-guessing.ts';
import { readSource, type FileSource, type Piece, type Word } from './read-source.ts';
import { narrowToFacts, type KnownPlace } from './narrow-to-facts.ts';
import { weighPlaces, type WeighedPlace } from './weigh-places.ts';

/** A value with how sure it is, from 0 to 1, and what it was guessed from, in words. Null, 0 and no words if nothing says it. */
export type Guess<Value> = { value: Value | null; confidence: number; from: string[] };

/** What is known of a file because a person said it. */
export type KnownFacts = KnownPlace & { kind?: MaterialKind };

/** Where a file seems to belong. Faculty, term and subject are by id and name as materials have them. */
export type PlaceGuess = {
  facultyId: Guess<string>;
  semesterId: Guess<string>;
  subject: Guess<string>;
  kind: Guess<MaterialKind>;
  /** AD; `bs` is the year of Bikram Sambat that was written, null if none was. */
  year: Guess<number> & { bs: number | null };
  /** The next likely places, the likeliest first. */
  alternatives: { facultyId: string; semesterId: string; subject: string; confidence: number }[];
};

const maxAlternatives = 4;
/** Of what is less likely, nothing is said. */
const minConfidence = 0.2;
/** Nothing is certain that a person has not looked at. */
const maxConfidence = 0.99;
/** The same programme at another university has other subjects and terms, and is what a library may still want. */
const otherUniversityTrust = 0.85;

/**
 * Guesses where a file belongs, from the names of its folders, its own name and its first page. `facts` narrow what is
 * possible: of a known faculty, only its terms and subjects are. Takes time in proportion
 * to the catalogue at most, however long the names are, and throws nothing. What has a confidence of 0.9 and more is nearly
 * always right.
 */
export function guessPlace(source: FileSource, guessing: Guessing, facts: KnownFacts = {}): PlaceGuess {
  const pieces = readSource(source);
  const used = new Set<Word>();
  const years = findYears(pieces, guessing.currentYear);
  const kinds = findKinds(pieces, used);
  const faculties = findFaculties(pieces, guessing.facultyNames, used);
  const named = new Set(faculties.map(({ piece }) => piece));
  const terms = findTerms(pieces, used, (piece) => named.has(piece));
  const subjects = pieces.flatMap((piece) => findSubjects(piece, used, guessing));
  faculties.push(...facultiesOfCodes(pieces, guessing));
  const others = pieces.filter((piece) => namesOtherProgramme(piece, guessing.otherProgrammes));
  const ofOtherUniversity = findOtherUniversities(pieces, guessing);
  const weighed = narrowToFacts(
    weighPlaces({ faculties, terms, subjects, others, ofOtherUniversity }, guessing, facts.facultyId),
    facts,
    guessing,
  );

  const best = chooseBest(weighed);
  const { faculty, term, place } = best;
  const at = place === null ? null : guessing.places[place];
  const entry = faculty === null ? null : guessing.faculties[faculty];
  const chosenTerm = term === null ? null : entry?.terms[term];
  const bestSubjects = subjects.filter((each) => each.place === place);
  const bySubject = bestSubjects.length > 0 ? subjectWords(bestSubjects) : [];
  const byCatalogue = at ? [`catalogue: “${at.name}”`] : [];
  const ofFaculty = faculties.filter((each) => each.faculty === faculty).map(({ piece }) => describe(piece));
  const ofTerm = entry ? terms.filter((each) => term !== null && termIndexes(entry, each).includes(term)) : [];
  const kind = facts.kind ? { kind: facts.kind, share: 1, pieces: [] } : chooseKind(kinds, pieces, years);
  const trust =
    facts.facultyId === undefined && faculty !== null && ofOtherUniversity.has(faculty) ? otherUniversityTrust : 1;
  return {
    facultyId: toGuess(entry?.id, best.facultyShare * trust, ofFaculty.length > 0 ? ofFaculty : byCatalogue),
    semesterId: toGuess(
      chosenTerm?.id,
      best.termShare * trust,
      ofTerm.length > 0 ? ofTerm.map(({ piece }) => describe(piece)) : byCatalogue,
    ),
    subject: toGuess(at?.name, subjectShare(weighed, at?.name, guessing) * trust, bySubject),
    kind: toGuess(kind.kind, kind.share, kind.pieces.map(describe)),
    ...yearOf(chooseYear(years, kind)),
    alternatives: alternativesOf(weighed, place, guessing),
  };
}

type Best = Omit<WeighedPlace, 'share'> & { facultyShare: number; termShare: number };

/** The likeliest faculty, in it the likeliest term, in that the likeliest subject. */
function chooseBest(weighed: readonly WeighedPlace[]): Best {
  const faculty = likeliest(weighed, (each) => each.faculty);
  const inFaculty = weighed.filter((each) => each.faculty === faculty.value);
  const term = likeliest(inFaculty, (each) => each.term);
  const place = likeliest(
    inFaculty.filter((each) => each.term === term.value),
    (each) => each.place,
  );
  // The fourth semester stays the fourth, whichever programme it is of.
  const termShare = weighed.reduce((sum, each) => (each.term === term.value ? sum + each.share : sum), 0);
  return { faculty: faculty.value, term: term.value, place: place.value, facultyShare: faculty.share, termShare };
}

function likeliest(
  weighed: readonly WeighedPlace[],
  valueOf: (each: WeighedPlace) => number | null,
): { value: number | null; share: number } {
  const shares = new Map<number | null, number>();
  for (const each of weighed) shares.set(valueOf(each), (shares.get(valueOf(each)) ?? 0) + each.share);
  let best: { value: number | null; share: number } = { value: null, share: 0 };
  for (const [value, share] of shares) {
    // A likely value is worth saying, even if it is likelier that there is none.
    if (value !== null && share >= minConfidence && (best.value === null || share > best.share))
      best = { value, share };
  }
  return best;
}

function subjectShare(weighed: readonly WeighedPlace[], name: string | undefined, { places }: Guessing): number {
  if (name === undefined) return 0;
  return weighed.reduce(
    (sum, { place, share }) => (place !== null && places[place]?.name === name ? sum + share : sum),
    0,
  );
}

function toGuess<Value>(value: Value | null | undefined, share: number, from: string[]): Guess<Value> {
  if (value === null || value === undefined || share < minConfidence) return { value: null, confidence: 0, from: [] };
  const confidence = Math.round(Math.min(share, maxConfidence) * 100) / 100;
  return { value, confidence, from: [...new Set(from)] };
}

function yearOf({ ad, bs, share, pieces }: ReturnType<typeof chooseYear>): Pick<PlaceGuess, 'year'> {
  const guess = toGuess(ad, share, pieces.map(describe));
  return { year: { ...guess, bs: guess.value === null ? null : bs } };
}

function subjectWords(found: readonly FoundSubject[]): string[] {
  return found
    .toSorted((one, other) => other.chance - one.chance)
    .slice(0, 3)
    .map(({ piece }) => describe(piece));
}

/** What was read, for a table: `folder “Sem 4”`. */
function describe({ source, shown }: Piece): string {
  return `${source === 'text' ? 'first page' : source} “${shown}”`;
}

/** Codes whose letters are those of one programme, with any number, name the programme. */
function facultiesOfCodes(pieces: readonly Piece[], { codePrefixes }: Guessing): FoundFaculty[] {
  const found: FoundFaculty[] = [];
  for (const piece of pieces) {
    for (const [index, word] of piece.words.entries()) {
      const faculty = codePrefixes.get(word.text);
      const next = piece.words[index + 1]?.text ?? '';
      if (faculty !== undefined && /^\d{3}$/.test(next)) found.push({ faculty, chance: 0.85, piece });
    }
  }
  return found;
}

/** The faculties of other universities than those that are named, if any is. */
function findOtherUniversities(pieces: readonly Piece[], { faculties }: Guessing): Set<number> {
  const named = pieces.flatMap(universitiesIn);
  if (named.length === 0) return new Set();
  return new Set(faculties.flatMap((faculty, index) => (isOfUniversity(faculty, named) ? [] : [index])));
}

function alternativesOf(
  weighed: readonly WeighedPlace[],
  chosen: number | null,
  { places, faculties }: Guessing,
): PlaceGuess['alternatives'] {
  return weighed
    .filter(({ place, share }) => place !== null && place !== chosen && share >= 0.01)
    .toSorted((one, other) => other.share - one.share)
    .slice(0, maxAlternatives)
    .flatMap(({ place, share }) => {
      const at = place === null ? undefined : places[place];
      const faculty = at && faculties[at.faculty];
      const term = at && faculty?.terms[at.term];
      if (!at || !faculty || !term) return [];
      const confidence = Math.round(share * 100) / 100;
      return [{ facultyId: faculty.id, semesterId: term.id, subject: at.name, confidence }];
    });
}
