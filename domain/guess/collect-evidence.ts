import type { MaterialKind } from '#domain/material.ts';
import { driveSignals, type DriveSignal } from './drive-evidence.ts';
import { findCourseCodes, type CourseCode } from './find-course-codes.ts';
import { findFaculties, type FoundFaculty } from './find-faculties.ts';
import { findKinds, type FoundKind } from './find-kinds.ts';
import { findSubjects, type FoundSubject } from './find-subjects.ts';
import { findTerms, type FoundTerm } from './find-terms.ts';
import { findUniversities, isSameUniversity, type NamedUniversity } from './find-universities.ts';
import { findYears, type FoundYear } from './find-years.ts';
import { namesOtherProgramme } from './faculty-names.ts';
import type { Guessing } from './prepare-guessing.ts';
import { readContent, type Content } from './read-content.ts';
import { readRest, readSource, type FileSource, type Piece, type Word } from './read-source.ts';
import { termIndexes } from './term-numbers.ts';

/** The evidence from a file's folders, name and first page, before it is weighed. */
export type Evidence = {
  pieces: readonly Piece[];
  pageCount: number | null;
  content: Content;
  faculties: readonly FoundFaculty[];
  terms: readonly FoundTerm[];
  subjects: readonly FoundSubject[];
  kinds: readonly FoundKind[];
  years: readonly FoundYear[];
  universities: readonly NamedUniversity[];
  codes: readonly CourseCode[];
  /** Pieces that name a programme that the catalogue does not have. */
  others: readonly Piece[];
  /** The programme whose degree is named, if there is exactly one. */
  namedFaculty: number | null;
};

/** In lines. The programme is at the head of a page; further down it may be another one. */
export const headLines = 12;
/** Least chance that the name of a degree means it. */
const minDegree = 0.9;

/** Takes time proportional to the catalogue at most, for names of any length, and never throws. */
export function collectEvidence(source: FileSource, guessing: Guessing): Evidence {
  const pieces = readSource(source);
  const used = new Set<Word>();
  const years = findYears(pieces, guessing.currentYear);
  const kinds = findKinds(pieces, used);
  const faculties = findFaculties(pieces, guessing.facultyNames, used);
  const named = new Set(faculties.map(({ piece }) => piece));
  const terms = findTerms(pieces, used, (piece) => named.has(piece));
  const namedFaculty = findNamedFaculty(faculties);
  return {
    pieces,
    pageCount: source.pageCount ?? null,
    content: readContent(source),
    years,
    kinds,
    terms,
    namedFaculty,
    subjects: pieces.flatMap((piece) => findSubjects(piece, used, guessing, namedFaculty)),
    faculties: [...faculties, ...facultiesOfCodes(pieces, guessing)],
    universities: findUniversities([...pieces, ...readRest(source)]),
    codes: findCourseCodes(pieces),
    others: pieces.filter((piece) => namesOtherProgramme(piece, guessing.otherProgrammes)),
  };
}

/** Returns the programme named by folders and name, else by the head of the page; null if several are named. */
function findNamedFaculty(found: readonly FoundFaculty[]): number | null {
  const degrees = found.filter(
    ({ isField, chance, piece }) =>
      !isField && chance >= minDegree && (piece.source !== 'text' || piece.distance < headLines),
  );
  const all = new Set(degrees.map(({ faculty }) => faculty));
  return all.size === 1 ? (degrees[0]?.faculty ?? null) : null;
}

/** Codes with the letters of one programme, with any number, make that programme likely. */
function facultiesOfCodes(pieces: readonly Piece[], { codePrefixes }: Guessing): FoundFaculty[] {
  const found: FoundFaculty[] = [];
  for (const piece of pieces) {
    for (const [index, word] of piece.words.entries()) {
      const faculty = codePrefixes.get(word.text);
      const next = piece.words[index + 1]?.text ?? '';
      if (faculty !== undefined && /^\d{3}$/.test(next))
        found.push({ faculty, chance: 0.85, isField: true, isWorldwide: true, piece });
    }
  }
  return found;
}

/** Returns the signals of the file about the university of its drive. */
export function signalsOf(evidence: Evidence, guessing: Guessing): DriveSignal[] {
  const ofFaculties = evidence.subjects.flatMap(({ place, isCode }) => {
    const faculty = guessing.places[place]?.faculty;
    const id = faculty === undefined ? undefined : guessing.faculties[faculty]?.id;
    if (!isCode || faculty === undefined || id === undefined || !isNamed(evidence, place)) return [];
    // If the file names another university, the code belongs to that one.
    const own = guessing.universities[faculty] ?? [];
    const isElsewhere = evidence.universities.some(({ key }) => !own.some((each) => isSameUniversity(key, each)));
    return isElsewhere ? [] : [id];
  });
  return driveSignals({ ...evidence, ofFaculties }, guessing);
}

/** Least chance that the name of a subject means it, without other evidence. */
const minName = 0.5;

/** True if the subject is named by more than its code. */
export function isNamed({ subjects }: Evidence, place: number): boolean {
  return subjects.some((each) => each.place === place && !each.isCode && each.chance >= minName);
}

/** The values that the file names itself, in its name or on its first page, regardless of its folders. */
export type OwnValues = {
  facultyId: readonly string[];
  semesterId: readonly string[];
  subject: readonly string[];
  kind: readonly MaterialKind[];
};

/** Least chance that a word for a kind means it. */
const minKind = 0.7;

export function ownValues(evidence: Evidence, { faculties, places, termNumbers }: Guessing): OwnValues {
  const own = <Found extends { chance: number; piece: Piece }>(found: readonly Found[], least: number) =>
    found.filter(({ chance, piece }) => piece.source !== 'folder' && chance >= least);
  const subjects = own(evidence.subjects, minName).flatMap(({ place }) => places[place] ?? []);
  const terms = own(evidence.terms, minName).flatMap((term) =>
    faculties.flatMap((faculty, index) =>
      termIndexes(faculty, termNumbers[index] ?? [], term).flatMap((at) => faculty.terms[at]?.id ?? []),
    ),
  );
  const kinds = own(evidence.kinds, minKind).map(({ kind }) => kind);
  return {
    facultyId: own(evidence.faculties, minDegree).flatMap(({ faculty }) => faculties[faculty]?.id ?? []),
    semesterId: terms,
    subject: subjects.map(({ name }) => name),
    kind: evidence.content.note >= minKind ? [...kinds, 'note'] : kinds,
  };
}
