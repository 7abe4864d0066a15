import type { FacultySummary } from '#domain/catalogue.ts';
import type { DraftAttribute, Material, MaterialChange, MaterialDraft } from '#domain/material.ts';
import { draftAttributes } from '#domain/material-rules.ts';
import { describeFile, formatSize } from '#app/features/materials/figures.ts';
import { attributesOf, type FieldName } from '#app/features/upload/form/material-fields.ts';
import { draftOf, type MaterialForm } from '#app/features/upload/form/material-form.ts';
import * as words from '#messages/upload/edit.ts';
import { yearWords } from '#messages/years.ts';

/** Compares an edited material with its loaded version, and with the version that another user has saved meanwhile. */

/** An edited material. */
export type EditForm = MaterialForm & { base: Material };

/** Returns the attributes that would change. For a new file, the value is the id that it will have. */
export function findChanges(form: EditForm): MaterialChange {
  return pick(draftOf(form), changedAttributes(draftOf(form), form.base));
}

/** True if two versions of a material are equal in everything that can be edited. */
export function isSameMaterial(one: Material, other: Material): boolean {
  return changedAttributes(one, other).length === 0;
}

function changedAttributes(one: MaterialDraft, other: MaterialDraft): DraftAttribute[] {
  return draftAttributes.filter((name) => one[name] !== other[name]);
}

function isSameField(field: FieldName, one: MaterialDraft, other: MaterialDraft): boolean {
  return attributesOf(field).every((name) => one[name] === other[name]);
}

function pick(draft: MaterialDraft, names: readonly DraftAttribute[]): MaterialChange {
  return Object.fromEntries(names.map((name) => [name, draft[name]]));
}

/** The compared fields, in the order in which differences are shown. */
const comparedFields = Object.keys(words.fieldNames) as FieldName[];

/** A field in which the two versions differ, in words, with the user who changed it, and the suggested version. */
export type Difference = {
  field: FieldName;
  mine: string;
  theirs: string;
  changedBy: 'me' | 'them' | 'both';
  suggested: 'mine' | 'theirs';
};

/**
 * Returns the differences between the edited material and the version that another user has saved meanwhile. For fields
 * that only the other user changed, suggests that user's version.
 */
export function findDifferences(form: EditForm, theirs: Material, faculties: readonly FacultySummary[]): Difference[] {
  const draft = draftOf(form);
  return comparedFields
    .filter((field) => !isSameField(field, draft, theirs))
    .map((field) => {
      const isMine = !isSameField(field, draft, form.base);
      const isTheirs = !isSameField(field, theirs, form.base);
      return {
        field,
        mine: describeMine(field, form, faculties),
        theirs: describe(field, theirs, faculties),
        changedBy: !isMine ? 'them' : isTheirs ? 'both' : 'me',
        suggested: isMine ? 'mine' : 'theirs',
      };
    });
}

/** Returns the changes to the other user's version after the user has chosen which fields to take from the form. */
export function mergeEdit(form: EditForm, theirs: Material, mine: ReadonlySet<FieldName>): MaterialChange {
  const draft = draftOf(form);
  const kept = [...mine].flatMap(attributesOf);
  return pick(
    draft,
    kept.filter((name) => draft[name] !== theirs[name]),
  );
}

function describeMine(field: FieldName, form: EditForm, faculties: readonly FacultySummary[]): string {
  const chosen = field === 'file' ? form.file : field === 'cover' ? form.cover : null;
  if (chosen) return `${chosen.file.name}, ${formatSize(chosen.file.size)}`;
  return describe(field, { ...form.base, ...draftOf(form) }, faculties);
}

function describe(field: FieldName, material: Material, faculties: readonly FacultySummary[]): string {
  switch (field) {
    case 'title':
      return material.title;
    case 'place': {
      const faculty = faculties.find((each) => each.id === material.facultyId);
      const term = faculty?.terms.find((each) => each.id === material.semesterId);
      return [faculty?.name ?? material.facultyId, term?.name ?? material.semesterId, material.subject].join(' · ');
    }
    case 'year':
      // Names both years even if years of Bikram Sambat are not shown, because they may be the only difference.
      return yearWords(material, 'both') || words.noYear;
    case 'file':
      return describeFile(material);
    case 'password':
      return [material.filePassword, material.filePasswordNote].filter(Boolean).join(' · ') || words.noPassword;
    case 'cover':
      return material.coverFileId === null ? words.firstPage : words.image;
  }
}
