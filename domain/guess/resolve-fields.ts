import { isSameTime } from '#domain/calendar.ts';
import { findFaculty, findTerm, hasPlace, type Catalogue } from '#domain/catalogue.ts';
import { toCurrentPlace } from '#domain/former-names.ts';
import type { MaterialKind } from '#domain/material.ts';
import { requiresAttribute } from '#domain/material-rules.ts';
import { guessTitle } from './guess-title.ts';
import type { PlaceGuess } from './guess-place.ts';
import { doubts, placeFields, sureFrom, type Doubt, type PlaceField } from '#domain/guess/names/place-fields.ts';
import type { Inherited } from './take-over.ts';

/** Manual values of a file; absent fields are guessed. `year: null` means "has no year". */
export type ManualFields = {
  facultyId?: string;
  semesterId?: string;
  subject?: string;
  kind?: MaterialKind;
  /** AD. */
  year?: number | null;
  /** Bikram Sambat. */
  bsYear?: number | null;
  title?: string;
  /** The file may be published although its first page reserves all rights. */
  mayPublish?: true;
  /** Opens the file; shown to readers. */
  filePassword?: string;
  filePasswordNote?: string;
};

/** The value of a field and its source. `from` explains a guess to the user. */
export type ResolvedField<Value> = {
  value: Value | null;
  source: 'manual' | 'inherited' | 'guess' | 'none';
  confidence: number;
  from: string[];
  inheritedFrom: string | null;
};

export type ResolvedFields = {
  facultyId: ResolvedField<string>;
  semesterId: ResolvedField<string>;
  subject: ResolvedField<string>;
  kind: ResolvedField<MaterialKind>;
  year: ResolvedField<number> & { bs: number | null };
};

export type Resolved = {
  fields: ResolvedFields;
  title: string;
  /** Fields that the kind needs and that a person should check; also `rights`. */
  doubtful: Doubt[];
  /** The lowest confidence, from 0 to 1, among the fields that the kind needs. */
  confidence: number;
};

/** Returns the manual value of each field, else the inherited one, else the guess; and which of these are doubtful. */
export function resolveFields(
  file: { path: string; manual: ManualFields; inherited: Inherited; guess: PlaceGuess },
  catalogue: Catalogue,
): Resolved {
  const { path, manual, inherited, guess } = file;
  const fields: ResolvedFields = {
    facultyId: resolve(manual.facultyId, inherited.facultyId, guess.facultyId),
    semesterId: resolve(manual.semesterId, inherited.semesterId, guess.semesterId),
    subject: resolve(manual.subject, inherited.subject, guess.subject),
    kind: resolve(manual.kind, inherited.kind, guess.kind),
    year: { ...resolve(manual.year, undefined, guess.year), bs: null },
  };
  fields.subject.value = toCurrentSubject(fields, catalogue);
  const { year } = fields;
  // A manual year AD without a year BS may be the other of the two years AD in which the year on the paper lies.
  const bs = manual.bsYear ?? guess.year.bs;
  // If the years do not overlap, they are not both on the paper.
  year.bs = isSameTime({ year: year.value, yearBs: bs }) ? bs : null;
  const kind = fields.kind.value;
  const needsYear = kind !== null && requiresAttribute(kind, 'year');
  // The year of notes is often the year of an edition or a batch.
  if (!needsYear && year.source === 'guess' && year.confidence < sureFrom)
    fields.year = { value: null, bs: null, source: 'none', confidence: 0, from: [], inheritedFrom: null };
  const needed = placeFields.filter((field) => field !== 'year' || needsYear);
  const doubtful: Doubt[] = needed.filter(
    (field) => fields[field].value === null || fields[field].confidence < sureFrom,
  );
  const misplaced = findMisplaced(fields, catalogue);
  if (misplaced !== null && !doubtful.includes(misplaced)) doubtful.push(misplaced);
  if (guess.reservesRights && manual.mayPublish !== true) doubtful.push('rights');
  return {
    fields,
    title:
      manual.title ??
      guessTitle(path, {
        subject: fields.subject.value,
        year: fields.year.value,
        yearBs: fields.year.bs,
        kind: fields.kind.value,
      }),
    doubtful: doubts.filter((doubt) => doubtful.includes(doubt)),
    confidence: misplaced === null ? Math.min(...needed.map((field) => fields[field].confidence)) : 0,
  };
}

/** Confidence of a value that is inherited by folder alone. */
const doubtfullyInherited = 0.8;

function resolve<Value>(
  manual: Value | null | undefined,
  inherited: { value: Value; fromId: string; isSure: boolean } | undefined,
  guess: { value: Value | null; confidence: number; from: string[] },
): ResolvedField<Value> {
  if (manual !== undefined) return { value: manual, source: 'manual', confidence: 1, from: [], inheritedFrom: null };
  if (inherited) {
    const confidence = inherited.isSure ? 1 : doubtfullyInherited;
    return { value: inherited.value, source: 'inherited', confidence, from: [], inheritedFrom: inherited.fromId };
  }
  const { value, confidence, from } = guess;
  return { value, source: value === null ? 'none' : 'guess', confidence, from, inheritedFrom: null };
}

/** Returns the current name of the subject, which may have been set or inherited before the subject was renamed. */
function toCurrentSubject({ facultyId, semesterId, subject }: ResolvedFields, catalogue: Catalogue): string | null {
  if (facultyId.value === null || semesterId.value === null || subject.value === null) return subject.value;
  const place = { facultyId: facultyId.value, semesterId: semesterId.value, subject: subject.value };
  return toCurrentPlace(catalogue, place).subject;
}

/**
 * Returns the first field whose value is not in the catalogue; null if there is none, or if the value of an earlier
 * field is missing.
 */
function findMisplaced({ facultyId, semesterId, subject }: ResolvedFields, catalogue: Catalogue): PlaceField | null {
  if (facultyId.value === null) return null;
  const faculty = findFaculty(catalogue, facultyId.value);
  if (!faculty) return 'facultyId';
  if (semesterId.value === null) return null;
  if (!findTerm(faculty, semesterId.value)) return 'semesterId';
  if (subject.value === null) return null;
  const place = { facultyId: facultyId.value, semesterId: semesterId.value, subject: subject.value };
  return hasPlace(catalogue, place) ? null : 'subject';
}
