import type { FileGuessAnswer } from '#contract/schemas/answer-types.ts';
import { isSameTime } from '#domain/calendar.ts';
import { datedYear } from '#domain/guess/dated-year.ts';
import { guessTitle } from '#domain/guess/guess-title.ts';
import { makeIdentifier } from '#domain/identifier.ts';
import { latinDigits } from '#domain/text/latin-digits.ts';
import {
  type DraftAttribute,
  type Material,
  type materialAttributes,
  type MaterialDraft,
  type MaterialKind,
} from '#domain/material.ts';
import {
  definitionOf,
  draftAttributes,
  hasAttribute,
  mayBeWebPage,
  requiresAttribute,
} from '#domain/material-rules.ts';
import type { Photograph } from '#app/features/upload/photographs/photograph-list.ts';
import { isWebPage } from '#app/features/upload/transfer/check-file.ts';

/** The state of the form for a material, new or edited, and its reducer. Pure functions. */

/**
 * A file that was chosen, with the id that it will have in the library. The id is made once, so that a retry resumes.
 */
export type ChosenFile = {
  file: File;
  fileId: string;
  /** True if the library already has the file, because it was made there from photographs. */
  isStored?: true;
};

/** The attributes that are typed or chosen from a list; all other attributes are files. */
export type TypedAttribute = {
  [Name in DraftAttribute]: (typeof materialAttributes)[Name] extends { type: 'file' } ? never : Name;
}[DraftAttribute];

/** True if the attribute is typed or chosen from a list. */
export function isTyped(name: DraftAttribute): name is TypedAttribute {
  return definitionOf(name).type !== 'file';
}

export const typedAttributes = draftAttributes.filter(isTyped);

/** Each typed attribute as text, '' if empty. */
export type MaterialForm = Record<TypedAttribute, string> & {
  kind: MaterialKind;
  /** The edited material as it was loaded; null for a new material. */
  base: Material | null;
  /** The id of the new record. It stays the same until the record exists, so that a retry cannot publish twice. */
  materialId: string;
  /** Until a title is typed, the title of a new material follows the chosen file. */
  isTitleTyped: boolean;
  /** True if the year AD was chosen, not just derived from the year of Bikram Sambat. */
  isYearChosen: boolean;
  /** Text of the first page of an edited material, if it was extracted. */
  firstPage: string | null;
  /** Replaces the file of an edited material; null for no change. */
  file: ChosenFile | null;
  /** Photographs from which `file` is or will be made. */
  photographs: readonly Photograph[];
  /** Photographs that were dropped and not read yet. */
  waitingPhotographs: readonly File[];
  /** True if the file is a PDF that needs a password. */
  isLocked: boolean;
  /** The name of a file that was chosen before the page was reloaded and has to be chosen again. */
  lostFile: string | null;
  /** Replaces the cover of an edited material; null for no change, unless `keepsCover` is false. */
  cover: ChosenFile | null;
  keepsCover: boolean;
  /** Place at which the last material was published. The next chosen file gets the same place. Null for none. */
  lastPlace: Place | null;
  /**
   * Number of times that something other than the form's controls filled in the form: a place chosen elsewhere, or a
   * guess.
   */
  placements: number;
  /** The guess about the file; null until it is known. */
  guess: FileGuessAnswer | null;
  /** The attributes that the guess filled in and that were not changed since. */
  proposed: readonly TypedAttribute[];
  /** The attributes that the user has changed. The form never fills these in. */
  touched: readonly TypedAttribute[];
};

/** Values that come from the guess about a file. */
export type FilledValues = Partial<Record<TypedAttribute, string>>;

/** The attributes of a place in the catalogue, as the form stores them. */
export type Place = Pick<Record<TypedAttribute, string>, 'facultyId' | 'semesterId' | 'subject'>;

/** The purpose of a new material: its kind, its place and, for papers, its year. */
export type UploadPlace = Place & { kind: MaterialKind; year: string };

export type MaterialFormAction =
  | { type: 'kind'; kind: MaterialKind }
  | { type: 'typed'; attribute: TypedAttribute; text: string }
  | { type: 'years'; year: string; yearBs: string; isChosen: boolean }
  | { type: 'read'; firstPage: string }
  /** Values derived from the guess about the file; see proposals.ts. */
  | { type: 'proposed'; fileId: string; guess: FileGuessAnswer; values: FilledValues }
  /** The user has accepted a suggestion. */
  | { type: 'taken'; values: FilledValues }
  | { type: 'lockSeen'; fileId: string; isLocked: boolean }
  | { type: 'file'; file: File | null }
  | { type: 'photographs'; photographs: readonly Photograph[] }
  | { type: 'photographsDropped'; files: readonly File[] }
  | { type: 'photographsTaken' }
  | { type: 'made'; file: File; fileId: string }
  | { type: 'cover'; file: File | null }
  | { type: 'keepsCover'; keepsCover: boolean }
  | { type: 'published' }
  | { type: 'lastPlaceForgotten' }
  /** Files and title stay. */
  | ({ type: 'placed' } & UploadPlace);

/** Returns the empty form for a new material. */
export function emptyForm(kind: MaterialKind = 'paper'): MaterialForm {
  return {
    ...typedTexts(() => ''),
    kind,
    base: null,
    materialId: makeIdentifier(),
    isTitleTyped: false,
    isYearChosen: false,
    firstPage: null,
    file: null,
    photographs: [],
    waitingPhotographs: [],
    isLocked: false,
    lostFile: null,
    cover: null,
    keepsCover: true,
    lastPlace: null,
    placements: 0,
    guess: null,
    proposed: [],
    touched: [],
  };
}

/** Returns the form for an edited material, before any change. */
export function formOf(material: Material): MaterialForm {
  return {
    ...emptyForm(material.kind),
    ...typedTexts((name) => `${material[name] ?? ''}`),
    base: material,
    materialId: material.id,
    isYearChosen: true,
  };
}

/** Returns a text for every typed attribute. */
export function typedTexts(read: (name: TypedAttribute) => string): Record<TypedAttribute, string> {
  return Object.fromEntries(typedAttributes.map((name) => [name, read(name)])) as Record<TypedAttribute, string>;
}

/** Returns the form after an action. */
export function changeForm(form: MaterialForm, action: MaterialFormAction): MaterialForm {
  switch (action.type) {
    case 'kind': {
      const fits = form.file === null || mayBeWebPage(action.kind) || !isWebPage(form.file.file);
      return { ...(fits ? form : withFile(form, null)), kind: action.kind };
    }
    case 'typed': {
      const more = consequences(form, action.attribute, action.text);
      return { ...touch(form, [action.attribute], more), [action.attribute]: action.text, ...more };
    }
    case 'years': {
      const { year, yearBs, isChosen } = action;
      return withDatedYear({ ...touch(form, ['year', 'yearBs']), year, yearBs, isYearChosen: isChosen });
    }
    case 'proposed': {
      const { fileId, guess, values } = action;
      if (fileId !== form.file?.fileId) return form;
      return { ...fill(form, values), guess, proposed: Object.keys(values) as TypedAttribute[] };
    }
    case 'taken': {
      const names = Object.keys(action.values) as TypedAttribute[];
      return { ...fill(touch(form, names), action.values), isYearChosen: form.isYearChosen || names.includes('year') };
    }
    case 'read':
      return { ...form, firstPage: action.firstPage };
    case 'lockSeen':
      return action.fileId === (form.file ?? form.base)?.fileId ? { ...form, isLocked: action.isLocked } : form;
    case 'file': {
      const before = withLockOf(withoutProposals(form), action.file);
      return withDatedYear({
        ...withFile(before, action.file && choose(action.file)),
        ...(action.file && placeForFile(before)),
        photographs: [],
        lostFile: null,
      });
    }
    case 'photographs':
    case 'photographsDropped':
    case 'photographsTaken':
    case 'made':
      return changePhotographs(form, action);
    case 'cover':
      return { ...form, cover: action.file && choose(action.file) };
    case 'keepsCover':
      return { ...form, keepsCover: action.keepsCover };
    case 'published':
      return { ...emptyForm(form.kind), lastPlace: placeOf(form) };
    case 'placed': {
      const { type: _type, kind, ...place } = action;
      const placements = form.placements + 1;
      const filled = { ...place, yearBs: '', isYearChosen: true, placements };
      return { ...touch(changeForm(form, { type: 'kind', kind }), typedAttributes), ...filled };
    }
    case 'lastPlaceForgotten':
      return { ...form, lastPlace: null };
  }
}

/** Returns the form after the user has changed these attributes, together with dependent ones. */
function touch(
  form: MaterialForm,
  names: readonly TypedAttribute[],
  more: Partial<Record<string, unknown>> = {},
): MaterialForm {
  const changed = new Set<string>([...names, ...Object.keys(more)]);
  return {
    ...form,
    proposed: form.proposed.filter((name) => !changed.has(name)),
    touched: [...new Set([...form.touched, ...names])],
  };
}

/** Fills in values. The control for the year resets itself for a year that it did not set itself. */
function fill(form: MaterialForm, values: FilledValues): MaterialForm {
  return { ...form, ...values, placements: form.placements + ('year' in values ? 1 : 0) };
}

/** Returns the form without values filled in from an earlier file. */
function withoutProposals(form: MaterialForm): MaterialForm {
  const names = form.proposed.filter((name) => name !== 'title');
  return { ...fill(form, Object.fromEntries(names.map((name) => [name, '']))), guess: null, proposed: [] };
}

function placeOf({ facultyId, semesterId, subject }: MaterialForm): Place {
  return { facultyId, semesterId, subject };
}

/** Returns the place for a new file: that of the last upload, unless the user has chosen one. */
function placeForFile(form: MaterialForm): Partial<Place> {
  return form.lastPlace && !form.facultyId ? form.lastPlace : {};
}

type PhotographAction = Extract<
  MaterialFormAction,
  { type: 'photographs' | 'photographsDropped' | 'photographsTaken' | 'made' }
>;

function changePhotographs(form: MaterialForm, action: PhotographAction): MaterialForm {
  switch (action.type) {
    // The PDF no longer belongs to them.
    case 'photographs':
      return {
        ...withFile(withLockOf(withoutProposals(form), null), null),
        ...(action.photographs.length > 0 && placeForFile(form)),
        photographs: action.photographs,
        lostFile: null,
      };
    case 'photographsDropped':
      return { ...form, waitingPhotographs: action.files };
    case 'photographsTaken':
      return { ...form, waitingPhotographs: [] };
    case 'made':
      return withFile(form, { file: action.file, fileId: action.fileId, isStored: true });
  }
}

/**
 * Returns the changes that follow from a typed attribute: another faculty resets level and subject; another level
 * resets the subject; a year AD removes a year of Bikram Sambat that contradicts it.
 */
function consequences(form: MaterialForm, attribute: TypedAttribute, text: string): Partial<MaterialForm> {
  if (attribute === 'facultyId') return { semesterId: '', subject: '' };
  if (attribute === 'semesterId') return { subject: '' };
  if (attribute === 'year' && form.yearBs !== '')
    return isSameTime({ year: Number(latinDigits(text)), yearBs: Number(form.yearBs) }) ? {} : { yearBs: '' };
  return attribute === 'title' ? { isTitleTyped: text.trim() !== '' } : {};
}

/**
 * Sets the year AD to the one that the paper states, of the two that overlap its year of Bikram Sambat, unless the user
 * has chosen a year AD.
 */
function withDatedYear(form: MaterialForm): MaterialForm {
  if (form.isYearChosen || form.yearBs === '') return form;
  const source = { path: form.file?.file.name ?? '', firstPage: form.file === null ? form.firstPage : null };
  const year = datedYear(Number(form.yearBs), source, new Date().getFullYear());
  return year === null ? form : { ...form, year: `${year}` };
}

/**
 * Removes the password, because it belongs to the previous file. After the new file is read, the form knows if it needs
 * one.
 */
function withLockOf(form: MaterialForm, file: File | null): MaterialForm {
  const { filePassword, filePasswordNote } = file === null && form.base ? formOf(form.base) : emptyForm();
  return { ...form, isLocked: false, filePassword, filePasswordNote };
}

function withFile(form: MaterialForm, chosen: ChosenFile | null): MaterialForm {
  const isFollowed = form.base === null && !form.isTitleTyped;
  const title = isFollowed ? (chosen ? titleOfFile(chosen.file.name) : '') : form.title;
  return { ...form, title, file: chosen };
}

/**
 * Returns the title that will be saved: the one in the form or, for a new material without one, the file's name; ''
 * without either.
 */
export function titleOf({ title, base, file }: Pick<MaterialForm, 'title' | 'base' | 'file'>): string {
  return title.trim() || (file && base === null ? titleOfFile(file.file.name) : '');
}

/** Returns the default title, from the file's name. */
export function titleOfFile(name: string): string {
  return guessTitle(name, { subject: null, year: null, yearBs: null, kind: null });
}

/** True if closing the form would lose input. */
export function hasInput(form: MaterialForm): boolean {
  return (
    typedAttributes.some((name) => form[name] !== '') ||
    form.file !== null ||
    form.cover !== null ||
    form.photographs.length > 0
  );
}

/**
 * The attributes for the years. The upload form has them only for kinds that require a year, the edit form for every
 * kind.
 */
const years: readonly DraftAttribute[] = ['year', 'yearBs'];

const lockAttributes: readonly DraftAttribute[] = ['filePassword', 'filePasswordNote'];

/** True if the form has the attribute. */
export function showsAttribute(
  { kind, base, isLocked, file }: Pick<MaterialForm, 'kind' | 'base' | 'isLocked' | 'file'>,
  name: DraftAttribute,
): boolean {
  if (!hasAttribute(kind, name)) return false;
  // For an edited file that was not replaced, the stored values can be removed.
  if (lockAttributes.includes(name)) return isLocked || (file === null && (base?.[name] ?? null) !== null);
  return base !== null || !years.includes(name) || requiresAttribute(kind, 'year');
}

/**
 * Returns the material in the form, with the ids that its files will have. Attributes that are not in the form are
 * null, empty ones are '' or null, and an invalid number is NaN.
 */
export function draftOf(form: MaterialForm): MaterialDraft {
  const typed = typedAttributes.map((name) => [name, showsAttribute(form, name) ? readTyped(form, name) : null]);
  return {
    ...(Object.fromEntries(typed) as Pick<MaterialDraft, TypedAttribute>),
    title: titleOf(form),
    fileId: form.file?.fileId ?? form.base?.fileId ?? '',
    coverFileId: coverToSend(form)?.fileId ?? (form.keepsCover && form.base ? form.base.coverFileId : null),
  };
}

/**
 * Returns the chosen cover, unless the kind has none. The choice stays if the user changes the kind and changes it
 * back.
 */
export function coverToSend(form: MaterialForm): ChosenFile | null {
  return showsAttribute(form, 'coverFileId') ? form.cover : null;
}

function readTyped(form: MaterialForm, name: TypedAttribute): string | number | null {
  const text = form[name].trim();
  if (definitionOf(name).type !== 'integer') return text === '' && !requiresAttribute(form.kind, name) ? null : text;
  if (text === '') return null;
  const figures = latinDigits(text);
  return /^\d+$/.test(figures) ? Number(figures) : Number.NaN;
}

function choose(file: File): ChosenFile {
  return { file, fileId: makeIdentifier() };
}
