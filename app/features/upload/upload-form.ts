import { makeIdentifier } from '#domain/identifier.ts';
import type { MaterialKind } from '#domain/material.ts';

/** A file the person chose, with the id it will have in the library: made once, so that trying again resumes. */
export type ChosenFile = { file: File; fileId: string };

/** Where a material stands on the shelf. Empty text means not chosen yet. */
export type Place = { facultyId: string; semesterId: string; subject: string };

export type UploadForm = Place & {
  kind: MaterialKind;
  /** The chosen year as a select holds it, or ''. */
  year: string;
  title: string;
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
    file: null,
    image: null,
    materialId: makeIdentifier(),
  };
}

/** What each thing a person does makes of the form (specification 4, upload form). */
export function changeUploadForm(form: UploadForm, action: UploadFormAction): UploadForm {
  switch (action.type) {
    case 'kind':
      return { ...form, kind: action.kind, file: form.file && fits(action.kind, form.file.file) ? form.file : null };
    case 'place':
      return { ...form, ...action.place };
    case 'year':
      return { ...form, year: action.year };
    case 'title':
      return { ...form, title: action.title };
    case 'file':
      return {
        ...form,
        file: action.file && choose(action.file),
        title: action.file && form.title.trim() === '' ? titleOfFile(action.file.name) : form.title,
      };
    case 'image':
      return { ...form, image: action.image && choose(action.image) };
    case 'published':
      return emptyUploadForm(form.kind);
  }
}

/** A place with another faculty, term or subject; what depends on the changed part is reset. */
export function changePlace(place: Place, part: keyof Place, value: string): Place {
  if (part === 'facultyId') return { facultyId: value, semesterId: '', subject: '' };
  if (part === 'semesterId') return { ...place, semesterId: value, subject: '' };
  return { ...place, subject: value };
}

/** Which required fields are still empty (specification 5; an empty title counts, design decision 2). */
export function missingFields(form: UploadForm): UploadField[] {
  const missing: UploadField[] = [];
  if (!form.facultyId) missing.push('facultyId');
  if (!form.semesterId) missing.push('semesterId');
  if (!form.subject) missing.push('subject');
  if (form.kind === 'paper' && !form.year) missing.push('year');
  if (!form.title.trim()) missing.push('title');
  if (!form.file) missing.push('file');
  return missing;
}

/** A file's name without its extension, to begin a title with. */
export function titleOfFile(name: string): string {
  return name.replace(/\.[^.]+$/, '').trim() || name;
}

function choose(file: File): ChosenFile {
  return { file, fileId: makeIdentifier() };
}

/** HTML is for question papers alone (design decision 6). */
function fits(kind: MaterialKind, file: File): boolean {
  return kind === 'paper' || !/\.html?$/i.test(file.name);
}
