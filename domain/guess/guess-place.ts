import type { MaterialKind } from '#domain/material.ts';
import { checkGrounds } from './check-grounds.ts';
import { chooseKind, chooseYear } from './choose-kind-and-year.ts';
import { collectEvidence, type Evidence } from './collect-evidence.ts';
import { noDrive, type DriveEvidence } from './drive-evidence.ts';
import type { FoundSubject } from './find-subjects.ts';
import type { FoundTerm } from './find-terms.ts';
import { narrowToFacts, type KnownPlace } from './narrow-to-facts.ts';
import type { Guessing } from './prepare-guessing.ts';
import { describePiece, type FileSource, type Piece } from './read-source.ts';
import { termIndexes } from './term-numbers.ts';
import { oddsOf, weighPlaces, type WeighedPlace } from './weigh-places.ts';

/** A value with its confidence from 0 to 1 and the grounds, in words. Null, 0 and no words without evidence. */
export type Guess<Value> = { value: Value | null; confidence: number; from: string[] };

/**
 * Values of a file that a person has set. `isDoubtful`: some were inherited doubtfully, so that no value derived from them
 * is sure.
 */
export type KnownFacts = KnownPlace & { kind?: MaterialKind; isDoubtful?: boolean };

/** The guessed place of a file. Faculty, term and subject are ids and names as in materials. */
export type PlaceGuess = {
  facultyId: Guess<string>;
  semesterId: Guess<string>;
  subject: Guess<string>;
  kind: Guess<MaterialKind>;
  /** AD; `bs` is the year of Bikram Sambat that was written, null if none was. */
  year: Guess<number> & { bs: number | null };
  /** Further places, the likeliest first. */
  alternatives: { facultyId: string; semesterId: string; subject: string; confidence: number }[];
  /** Evidence against the place, in words: another university, another term than the catalogue's. */
  against: string[];
  /** True if the first page reserves all rights: a person must decide whether it may be published. */
  reservesRights: boolean;
};

const maxAlternatives = 4;
const maxAgainst = 4;
/** Least confidence of a reported value. */
const minConfidence = 0.2;
/** Highest confidence of a guess: only values set by hand are certain. */
const maxConfidence = 0.99;
/** Highest confidence of a value without evidence, or with evidence against it. */
const maxUngrounded = 0.85;
/** Least chance that a piece names the subject, if several must agree. */
const minAgreement = 0.6;

/**
 * Guesses where a file belongs, from the names of its folders, its own name and its first page. `facts` narrow the choice:
 * with a known faculty, only its terms and subjects are possible. `drive` is the evidence of the other files of its drive.
 * Takes time proportional to the catalogue at most, for names of any length, and never throws. Values with a confidence of
 * 0.9 or more are nearly always right.
 */
export function guessPlace(
  source: FileSource,
  guessing: Guessing,
  facts: KnownFacts = {},
  drive: DriveEvidence = noDrive,
): PlaceGuess {
  return guessFrom(collectEvidence(source, guessing), guessing, facts, drive);
}

/** Like `guessPlace`, from evidence that was collected before. */
export function guessFrom(
  evidence: Evidence,
  guessing: Guessing,
  facts: KnownFacts = {},
  drive: DriveEvidence = noDrive,
): PlaceGuess {
  const { pieces, subjects, faculties, kinds, years, content } = evidence;
  const knownFaculty = guessing.faculties.findIndex(({ id }) => id === facts.facultyId);
  const known = knownFaculty >= 0 ? knownFaculty : evidence.namedFaculty;
  const weighed = narrowToFacts(weighPlaces(evidence, guessing, known), facts, guessing);
  const { faculty, term, place, facultyShare, termShare } = chooseBest(weighed, guessing);
  const at = place === null ? null : guessing.places[place];
  const entry = faculty === null ? null : guessing.faculties[faculty];
  const chosenTerm = term === null ? null : entry?.terms[term];
  const ofSubject = subjects.filter((each) => each.place === place);
  const byCatalogue = at ? [`catalogue: “${at.name}”`] : [];
  const ofFaculty = faculties.filter((each) => each.faculty === faculty).map(({ piece }) => describePiece(piece));
  const named = faculty === null ? [] : termsNamed(evidence.terms, faculty, guessing);
  const ofTerm = named.filter(({ indexes }) => term !== null && indexes.includes(term));
  const kind = facts.kind ? { kind: facts.kind, share: 1, pieces: [] } : chooseKind(kinds, pieces, years, content);

  const grounds =
    faculty === null || knownFaculty >= 0
      ? { isGrounded: true, against: [] }
      : checkGrounds(evidence, { faculty, place }, guessing, drive);
  const isSound = grounds.isGrounded && grounds.against.length === 0 && !facts.isDoubtful;
  const limit = (share: number) => (isSound ? share : Math.min(share, maxUngrounded));
  const isOfMany = facts.subject === undefined && mayBeOfMany(evidence, ofSubject);
  const limitSubject = (share: number) => (isOfMany ? Math.min(limit(share), maxUngrounded) : limit(share));
  const isElsewhere = at && facts.semesterId === undefined && ofTerm.length === 0;
  const moved = isElsewhere ? evidence.terms : [];
  // A term that is missing in the catalogue has subjects that are missing too; this subject may only resemble one of them.
  const isMovedSurely = moved.length === 0 || (place !== null && named.length === moved.length && agree(ofSubject));
  // A named term counts even if the subject is not known.
  const said = oddsOf(ofTerm.map(({ term: { chance, piece } }) => ({ chance, piece })));
  const saidShare = facultyShare * (said / (1 + said));
  const ofMoved = moved.map(({ piece }) => describePiece(piece));
  return {
    facultyId: toGuess(entry?.id, limit(facultyShare), ofFaculty.length > 0 ? ofFaculty : byCatalogue),
    semesterId: toGuess(
      chosenTerm?.id,
      isMovedSurely ? limit(Math.max(termShare, saidShare)) : Math.min(limit(termShare), maxUngrounded),
      ofTerm.length > 0 ? ofTerm.map(({ term: { piece } }) => describePiece(piece)) : byCatalogue,
    ),
    subject: toGuess(at?.name, limitSubject(subjectShare(weighed, at?.name, guessing)), subjectWords(ofSubject)),
    kind: toGuess(kind.kind, kind.share, kind.pieces.map(describePiece)),
    ...yearOf(chooseYear(years, kind)),
    alternatives: alternativesOf(weighed, place, guessing),
    against: [...grounds.against, ...ofMoved].slice(0, maxAgainst),
    reservesRights: content.reservesRights,
  };
}

type Best = Omit<WeighedPlace, 'share'> & { facultyShare: number; termShare: number };

/** Returns the likeliest faculty, in it the likeliest term, and in that the likeliest subject. */
function chooseBest(weighed: readonly WeighedPlace[], { termNumbers }: Guessing): Best {
  const faculty = likeliest(weighed, (each) => each.faculty);
  const inFaculty = weighed.filter((each) => each.faculty === faculty.value);
  const term = likeliest(inFaculty, (each) => each.term);
  const place = likeliest(
    inFaculty.filter((each) => each.term === term.value),
    (each) => each.place,
  );
  // Semester 4 stays semester 4 in any programme.
  const numberOf = (each: Pick<WeighedPlace, 'faculty' | 'term'>) =>
    each.faculty === null || each.term === null ? null : termNumbers[each.faculty]?.[each.term];
  const number = numberOf({ faculty: faculty.value, term: term.value });
  const termShare = weighed.reduce((sum, each) => (numberOf(each) === number ? sum + each.share : sum), 0);
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
    // A likely value is worth reporting, even if it is likelier that there is none.
    if (value !== null && share >= minConfidence && (best.value === null || share > best.share))
      best = { value, share };
  }
  return best;
}

/** Returns the named terms that the faculty has, with the positions in its list that they can mean. */
function termsNamed(terms: readonly FoundTerm[], faculty: number, { faculties, termNumbers }: Guessing) {
  const entry = faculties[faculty];
  if (!entry) return [];
  return terms
    .map((term) => ({ term, indexes: termIndexes(entry, termNumbers[faculty] ?? [], term) }))
    .filter(({ indexes }) => indexes.length > 0);
}

/**
 * True if two of folders, name and page name the subject, or two folders in different words: they were written by different
 * people or at different times. Equal folder names do not count, since archives are often unpacked into a folder of the same
 * name.
 */
function agree(found: readonly FoundSubject[]): boolean {
  const names = found.filter(({ chance, isTopic }) => !isTopic && chance >= minAgreement);
  const ways = names.map(({ piece: { source, text } }) => (source === 'folder' ? text.toLowerCase() : source));
  return new Set(ways).size > 1;
}

/** Most pages of a paper; longer ones are collections. */
const maxPaperPages = 8;

/**
 * True if only the first page names the subject and the file may cover others as well: an outline of all courses of a term,
 * a collection of papers.
 */
function mayBeOfMany({ content, pageCount }: Evidence, found: readonly FoundSubject[]): boolean {
  if (found.some(({ piece, chance }) => piece.source !== 'text' && chance >= minAgreement)) return false;
  return content.isSyllabus || (pageCount !== null && pageCount > maxPaperPages);
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
  const guess = toGuess(ad, share, pieces.map(describePiece));
  return { year: { ...guess, bs: guess.value === null ? null : bs } };
}

function subjectWords(found: readonly FoundSubject[]): string[] {
  return found
    .toSorted((one, other) => other.chance - one.chance)
    .slice(0, 3)
    .map(({ piece }: { piece: Piece }) => describePiece(piece));
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
