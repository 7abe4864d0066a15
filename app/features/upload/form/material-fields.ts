import type { Shelf } from '#contract/shelf.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import type { DraftAttribute } from '#domain/material.ts';
import { mayBeWebPage } from '#domain/material-rules.ts';
import { findDraftFaults, type AttributeFault } from '#domain/material-schema.ts';
import * as words from '#messages/upload/form.ts';
import { draftOf, showsAttribute, hasInput, type MaterialForm, type MaterialFormAction } from './material-form.ts';

/** Defines the fields of the form for a material: their attributes, their order and their texts. */

/** A field has one attribute, or a few that belong together. */
export type FieldName = 'place' | 'year' | 'title' | 'file' | 'password' | 'cover';

type AttributeWords = {
  label: string;
  /** Hint shown while the field is empty. */
  hint?: string;
  /** Message for a required field that is empty. */
  missing: string;
  /** Message for a value that is not allowed; by default the message `missing`. */
  wrong?: string;
};

type FormAttribute = { field: FieldName; words: (form: MaterialForm) => AttributeWords };

/** Every attribute that can be set, with its field. Attributes of one field are in the order on screen. */
const formAttributes: Record<DraftAttribute, FormAttribute> = {
  facultyId: { field: 'place', words: () => words.fields.facultyId },
  semesterId: { field: 'place', words: () => words.fields.semesterId },
  subject: { field: 'place', words: () => words.fields.subject },
  year: { field: 'year', words: () => words.fields.year },
  yearBs: { field: 'year', words: () => words.fields.yearBs },
  title: {
    field: 'title',
    words: ({ base }) => ({ ...words.fields.title, ...(base === null && { hint: words.titleHint }) }),
  },
  fileId: {
    field: 'file',
    words: (form) => ({
      label: form.base ? words.replaceFile : words.file,
      hint: hintOfFile(form),
      missing: form.photographs.length > 0 ? words.makePdfFirst : words.fileMissing,
    }),
  },
  filePassword: { field: 'password', words: () => words.fields.filePassword },
  filePasswordNote: { field: 'password', words: () => words.fields.filePasswordNote },
  coverFileId: {
    field: 'cover',
    words: (form) => ({
      label: form.base?.coverFileId ? words.replaceImage : words.image,
      hint: hintOfCover(form),
      missing: words.imageMissing,
    }),
  },
};

/** Names of attributes in the order of `formAttributes`. */
const formOrder = Object.keys(formAttributes) as DraftAttribute[];

/** The rows of the form, from top to bottom; the fields of a row are side by side if there is space. */
const rows: Record<'new' | 'edited', readonly (readonly FieldName[])[]> = {
  new: [['place', 'year'], ['title'], ['file'], ['password'], ['cover']],
  edited: [['title'], ['place', 'year'], ['file'], ['password'], ['cover']],
};

/** Returns the rows of the form, without fields that the form's kind does not have. */
export function rowsOf(form: MaterialForm): { fields: FieldName[]; isShared: boolean }[] {
  return rows[form.base ? 'edited' : 'new']
    .map((row) => ({
      fields: row.filter((field) => attributesOf(field).some((name) => showsAttribute(form, name))),
      isShared: row.length > 1,
    }))
    .filter(({ fields }) => fields.length > 0);
}

/** Returns the attributes of a field. */
export function attributesOf(field: FieldName): DraftAttribute[] {
  return formOrder.filter((name) => formAttributes[name].field === field);
}

/** Returns the texts of the form for an attribute. */
export function wordsOf(form: MaterialForm, name: DraftAttribute): AttributeWords {
  return formAttributes[name].words(form);
}

/** The faults of a form, attribute by attribute, in words. */
export type FormFaults = Partial<Record<DraftAttribute, string>>;

/** The properties of every field. */
export type MaterialFieldProps = {
  form: MaterialForm;
  change: (action: MaterialFormAction) => void;
  faults: FormFaults;
  disabled: boolean;
  shelf: Shelf;
  faculties: readonly FacultySummary[];
};

/**
 * Returns the missing or invalid attributes of a form, in the order on screen, without checking the content of files. A faculty
 * or level that is no longer in the catalogue counts as missing.
 */
export function findFormFaults(
  form: MaterialForm,
  faculties: readonly FacultySummary[],
): Partial<Record<DraftAttribute, AttributeFault>> {
  const faults = findDraftFaults(form.kind, draftOf(form));
  const faculty = faculties.find((each) => each.id === form.facultyId);
  if (!faculty) faults.facultyId = 'missing';
  if (!faculty?.terms.some((term) => term.id === form.semesterId)) faults.semesterId = 'missing';
  const asked = rowsOf(form)
    .flatMap(({ fields }) => fields)
    .flatMap(attributesOf);
  return Object.fromEntries(asked.flatMap((name) => (faults[name] ? [[name, faults[name]]] : [])));
}

/** Returns the faults of a form in words. */
export function describeFaults(form: MaterialForm, faculties: readonly FacultySummary[]): FormFaults {
  const faults = Object.entries(findFormFaults(form, faculties)) as [DraftAttribute, AttributeFault][];
  return Object.fromEntries(
    faults.map(([name, fault]) => {
      const { missing, wrong } = wordsOf(form, name);
      return [name, fault === 'missing' ? missing : (wrong ?? missing)];
    }),
  );
}

function hintOfFile(form: MaterialForm): string {
  if (form.base) return words.keepFile;
  if (form.lostFile && hasInput(form)) return words.fileLost(form.lostFile);
  return mayBeWebPage(form.kind) ? words.choosePaper : words.chooseDocument;
}

function hintOfCover({ base }: MaterialForm): string {
  if (base?.coverFileId) return words.keepCover;
  return base ? words.noCover : words.coverOptional;
}
