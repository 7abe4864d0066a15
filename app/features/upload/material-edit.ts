import type { FacultySummary } from '#domain/catalogue.ts';
import type { Material } from '#domain/material.ts';
import { describeFile, formatSize } from '#app/features/materials/figures.ts';
import type { MaterialDraft } from './material-records.ts';
import type { ChosenFile, Place } from './material-form.ts';

/** A material as the editor's form holds it. */
export type MaterialEdit = {
  title: string;
  place: Place;
  /** As it was chosen or typed; '' for none. */
  year: string;
  /** Takes the place of the file it has; null leaves it. */
  file: ChosenFile | null;
  /** Takes the place of the cover; null leaves it, unless `keepsCover` is false. */
  image: ChosenFile | null;
  keepsCover: boolean;
};

/** What two people may have changed differently. A place counts as one: its parts only make sense together. */
export type EditField = 'title' | 'place' | 'year' | 'file' | 'cover';

export const fieldNames: Record<EditField, string> = {
  title: 'Title',
  place: 'Faculty, level, subject',
  year: 'Year',
  file: 'File',
  cover: 'Cover',
};

/** The form before anything is changed. */
export function beginEdit(material: Material): MaterialEdit {
  const { title, facultyId, semesterId, subject, year } = material;
  const place = { facultyId, semesterId, subject };
  return { title, place, year: year === null ? '' : `${year}`, file: null, image: null, keepsCover: true };
}

/** The attributes that would change; those of a new file are known by the ids the files will have. */
export function findChanges(material: Material, edit: MaterialEdit): Partial<MaterialDraft> {
  const wanted = draftOf(material, edit);
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => value !== material[name as keyof MaterialDraft]),
  );
}

function draftOf(material: Material, { title, place, year, file, image, keepsCover }: MaterialEdit): MaterialDraft {
  const { facultyId, semesterId, subject } = place;
  return {
    title: title.trim(),
    facultyId,
    semesterId,
    subject,
    year: year.trim() === '' ? null : Number(year),
    fileId: file?.fileId ?? material.fileId,
    coverFileId: image?.fileId ?? (keepsCover ? material.coverFileId : null),
  };
}

/** Which attributes each field of the editor stands for. */
const attributesOf: Record<EditField, readonly (keyof MaterialDraft)[]> = {
  title: ['title'],
  place: ['facultyId', 'semesterId', 'subject'],
  year: ['year'],
  file: ['fileId'],
  cover: ['coverFileId'],
};

const editFields = Object.keys(attributesOf) as EditField[];

/** Whether two readings of a material say the same in everything an editor can change. */
export function isSameMaterial(one: Material, other: Material): boolean {
  return editFields.every((field) => isSameField(field, one, other));
}

function isSameField(field: EditField, one: MaterialDraft, other: MaterialDraft): boolean {
  return attributesOf[field].every((attribute) => one[attribute] === other[attribute]);
}

/**
 * One field in which the two versions differ, in words; who changed it, and whose is taken unless the person says
 * otherwise.
 */
export type Difference = {
  field: EditField;
  mine: string;
  theirs: string;
  changedBy: 'me' | 'them' | 'both';
  suggested: 'mine' | 'theirs';
};

/**
 * Where the edit of `base` differs from what somebody else has made of it meanwhile. What only they changed is
 * suggested to stay theirs.
 */
export function findDifferences(
  base: Material,
  edit: MaterialEdit,
  theirs: Material,
  faculties: readonly FacultySummary[],
): Difference[] {
  const draft = draftOf(base, edit);
  return editFields
    .filter((field) => !isSameField(field, draft, theirs))
    .map((field) => {
      const changedBy = isSameField(field, draft, base) ? 'them' : isSameField(field, theirs, base) ? 'me' : 'both';
      return {
        field,
        mine: describeMine(field, base, edit, faculties),
        theirs: describe(field, theirs, faculties),
        changedBy,
        suggested: changedBy === 'them' ? 'theirs' : 'mine',
      };
    });
}

/** The edit as it is once the person has chosen: their version, with the fields that stay mine. */
export function mergeEdit(
  base: Material,
  edit: MaterialEdit,
  theirs: Material,
  mine: ReadonlySet<EditField>,
): Partial<MaterialDraft> {
  const draft = draftOf(base, edit);
  const kept = editFields.filter((field) => mine.has(field)).flatMap((field) => attributesOf[field]);
  return Object.fromEntries(
    kept
      .filter((attribute) => draft[attribute] !== theirs[attribute])
      .map((attribute) => [attribute, draft[attribute]]),
  );
}

function describeMine(
  field: EditField,
  base: Material,
  edit: MaterialEdit,
  faculties: readonly FacultySummary[],
): string {
  const chosen = field === 'file' ? edit.file : field === 'cover' ? edit.image : null;
  if (chosen) return `${chosen.file.name}, ${formatSize(chosen.file.size)}`;
  const { title, subject, facultyId, semesterId, year, coverFileId } = draftOf(base, edit);
  return describe(field, { ...base, title, subject, facultyId, semesterId, year, coverFileId }, faculties);
}

function describe(field: EditField, material: Material, faculties: readonly FacultySummary[]): string {
  switch (field) {
    case 'title':
      return material.title;
    case 'place': {
      const faculty = faculties.find((each) => each.id === material.facultyId);
      const term = faculty?.terms.find((each) => each.id === material.semesterId);
      return [faculty?.name ?? material.facultyId, term?.name ?? material.semesterId, material.subject].join(' · ');
    }
    case 'year':
      return material.year === null ? 'None' : `${material.year}`;
    case 'file':
      return describeFile(material);
    case 'cover':
      return material.coverFileId === null ? 'The first page' : 'An image';
  }
}
