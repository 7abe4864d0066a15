import { makeIdentifier } from '#domain/identifier.ts';
import { materialLimits, type MaterialKind } from '#domain/material.ts';

/** A file the person chose, with the id it will have in the library: made once, so that trying again resumes. */
export type ChosenFile = { file: File; fileId: string };

/** Where a material stands on the shelf. Empty text means not chosen yet. */
export type Place = { facultyId: string; semesterId: string; subject: string };

export type UploadForm = Place & {
  kind: MaterialKind;
  /** The year as it was chosen or typed, or ''. */
  year: string;
  title: string;
  /** Until a title has been typed it follows the chosen file. */
  isTitleTyped: boolean;
  file: ChosenFile | null;
  /** The cover picture; books only. */
  image: ChosenFile | null;
  /** The id the record will have, kept until it exists, so that trying again cannot publish twice. */
  materialId: string;
};

export type UploadFormAction =
  | { type: 'kind'; kind: MaterialKind }
  | { type: 'place'; place: Place }
  | { type: 'year'; year: string }
  | { type: 'title'; title: string }
  | { type: 'file'; file: File | null }
  | { type: 'image'; image: File | null }
  | { type: 'published' };

/** The fields a person can leave empty, in the order they stand on the screen. */
export type UploadField = 'facultyId' | 'semesterId' | 'subject' | 'year' | 'title' | 'file';

/** The form as it stands before anything is filled in. */
export function emptyUploadForm(kind: MaterialKind = 'paper'): UploadForm {
  return {
    kind,
    facultyId: '',
    semesterId: '',
    subject: '',
    year: '',
    title: '',
    isTitleTyped: false,
    file: null,
    image: null,
    materialId: makeIdentifier(),
  };
}

/** What each thing a person does makes of the form (specification 4, upload form). */
export function changeUploadForm(form: UploadForm, action: UploadFormAction): UploadForm {
  switch (action.type) {
    case 'kind':
      return form.file && !fits(action.kind, form.file.file)
        ? { ...withFile(form, null), kind: action.kind }
        : { ...form, kind: action.kind };
    case 'place':
      return { ...form, ...action.place };
    case 'year':
      return { ...form, year: action.year };
    case 'title':
      return { ...form, title: action.title, isTitleTyped: action.title.trim() !== '' };
    case 'file':
      return withFile(form, action.file);
    case 'image':
      return { ...form, image: action.image && choose(action.image) };
    case 'published':
      return emptyUploadForm(form.kind);
  }
}

function withFile(form: UploadForm, file: File | null): UploadForm {
  const title = form.isTitleTyped ? form.title : file ? titleOfFile(file.name) : '';
  return { ...form, title, file: file && choose(file) };
}

/** The title it will have: as it stands in the form, or else from the file's name; '' when there is neither. */
export function titleToPublish({ title, file }: Pick<UploadForm, 'title' | 'file'>): string {
  return title.trim() || (file ? titleOfFile(file.file.name) : '');
}

/** What is wrong with a year as it was typed, in a sentence, or null. Only papers must have one. */
export function findYearFault(kind: MaterialKind, year: string): string | null {
  if (year.trim() === '') return kind === 'paper' ? 'Choose the year of the exam.' : null;
  const { minYear, maxYear } = materialLimits;
  const isYear = /^\d{4}$/.test(year.trim()) && Number(year) >= minYear && Number(year) <= maxYear;
  return isYear ? null : `Enter a year from ${minYear} to ${maxYear}.`;
}

/** A place with another faculty, term or subject; what depends on the changed part is reset. */
export function changePlace(place: Place, part: keyof Place, value: string): Place {
  if (part === 'facultyId') return { facultyId: value, semesterId: '', subject: '' };
  if (part === 'semesterId') return { ...place, semesterId: value, subject: '' };
  return { ...place, subject: value };
}

/** Which required fields are still empty (specification 5; an empty title counts where no file gives one, decision 2). */
export function missingFields(form: UploadForm): UploadField[] {
  const missing: UploadField[] = [];
  if (!form.facultyId) missing.push('facultyId');
  if (!form.semesterId) missing.push('semesterId');
  if (!form.subject) missing.push('subject');
  if (form.kind === 'paper' && !form.year.trim()) missing.push('year');
  if (!titleToPublish(form)) missing.push('title');
  if (!form.file) missing.push('file');
  return missing;
}

/** A file's name without its extension, to begin a title with. */
export function titleOfFile(name: string): string {
  return (name.replace(/\.[^.]+$/, '').trim() || name).slice(0, materialLimits.titleLength).trim();
}

function choose(file: File): ChosenFile {
  return { file, fileId: makeIdentifier() };
}

/** HTML is for question papers alone (design decision 6). */
function fits(kind: MaterialKind, file: File): boolean {
  return kind === 'paper' || !/\.html?$/i.test(file.name);
}
