import type { FileGuessAnswer } from '#contract/schemas/answer-types.ts';
import { sureFrom, type PlaceField } from '#domain/guess/names/place-fields.ts';
import { isWebPage } from '#app/features/upload/transfer/check-file.ts';
import { mayBeWebPage } from '#domain/material-rules.ts';
import type { MaterialKind } from '#domain/material.ts';
import {
  showsAttribute,
  type FilledValues,
  type MaterialForm,
  type MaterialFormAction,
  type Place,
  type TypedAttribute,
} from './material-form.ts';

/**
 * Applies the guess about a file to the form, with the same rules as the import: certain values fill in empty fields
 * that the user has not changed; uncertain values are offered. Pure functions.
 */

/** A suggestion that the user can accept with one click: `action`. `from` names its sources. */
export type Suggestion = { action: MaterialFormAction; from: readonly string[] } & (
  | { what: 'place'; place: Place; isSure: boolean }
  | { what: 'kind'; kind: MaterialKind }
  | { what: 'year'; year: number; yearBs: number | null }
);

const placeAttributes = ['facultyId', 'semesterId', 'subject'] as const;

/** Number of places, including the uncertain one, that a user can compare at a glance. */
const maxPlaces = 3;
/** Confidence below which a guessed kind is hardly better than none. */
const minKindConfidence = 0.6;

/** Returns the action that fills in all certain values of the guess about the form's file. */
export function propose(form: MaterialForm, guess: FileGuessAnswer): MaterialFormAction {
  const { fields, title } = guess;
  const values: FilledValues = {};
  const mayFill = (name: TypedAttribute) => form[name] === '' && !form.touched.includes(name);
  // Each determines the possible values of the next one.
  for (const name of placeAttributes) {
    const value = fields[name].value ?? '';
    if (form[name] !== '' && form[name] !== value) break;
    if (form[name] === '' && (!isSure(guess, name) || !mayFill(name))) break;
    if (form[name] === '') values[name] = value;
  }
  const { value: year, bs } = fields.year;
  if (year !== null && isSure(guess, 'year') && showsAttribute(form, 'year') && mayFill('year') && mayFill('yearBs')) {
    values.year = `${year}`;
    if (bs !== null) values.yearBs = `${bs}`;
  }
  if (!form.isTitleTyped && isFromSubject(title, fields.subject.value, form.title)) values.title = title;
  return { type: 'proposed', fileId: form.file?.fileId ?? '', guess, values };
}

/** Returns the suggestions that differ from the form's values. */
export function suggestionsFor(form: MaterialForm): Suggestion[] {
  const { guess } = form;
  if (guess === null) return [];
  return [...suggestKind(form, guess), ...suggestPlaces(form, guess), ...suggestYear(form, guess)];
}

function suggestKind(form: MaterialForm, { fields }: FileGuessAnswer): Suggestion[] {
  const { value: kind, confidence, from } = fields.kind;
  if (kind === null || kind === form.kind || confidence < minKindConfidence) return [];
  if (form.file && isWebPage(form.file.file) && !mayBeWebPage(kind)) return [];
  return [{ what: 'kind', kind, from, action: { type: 'kind', kind } }];
}

function suggestPlaces(form: MaterialForm, guess: FileGuessAnswer): Suggestion[] {
  const { facultyId, semesterId, subject } = guess.fields;
  if (facultyId.value === null || semesterId.value === null || subject.value === null) return [];
  const isSureOfAll = placeAttributes.every((name) => isSure(guess, name));
  const first = { facultyId: facultyId.value, semesterId: semesterId.value, subject: subject.value };
  const isChosen = form.subject !== '';
  // If the user has chosen a place, only a certain one from the file is suggested.
  if (isChosen && !isSureOfAll) return [];
  const others = isSureOfAll
    ? []
    : guess.alternatives.map((other) => ({
        place: { facultyId: other.facultyId, semesterId: other.semesterId, subject: other.subject },
        from: [],
      }));
  return [{ place: first, from: subject.from }, ...others]
    .filter(({ place }) => placeAttributes.some((name) => form[name] !== place[name]))
    .slice(0, maxPlaces)
    .map(({ place, from }) => ({
      what: 'place',
      place,
      isSure: isSureOfAll,
      from,
      action: { type: 'taken', values: place },
    }));
}

function suggestYear(form: MaterialForm, guess: FileGuessAnswer): Suggestion[] {
  const { value, bs, from } = guess.fields.year;
  if (value === null || form.year !== '' || !showsAttribute(form, 'year')) return [];
  if (isSure(guess, 'year') && form.touched.includes('year')) return [];
  const values = { year: `${value}`, yearBs: bs === null ? '' : `${bs}` };
  return [{ what: 'year', year: value, yearBs: bs, from, action: { type: 'taken', values } }];
}

/** True if the file's name means nothing, so that the title was made from the subject. */
function isFromSubject(title: string, subject: string | null, fromName: string): boolean {
  return subject !== null && title.startsWith(subject) && !fromName.toLowerCase().includes(subject.toLowerCase());
}

function isSure({ fields, doubtful }: FileGuessAnswer, name: PlaceField): boolean {
  return fields[name].value !== null && fields[name].confidence >= sureFrom && !doubtful.includes(name);
}
