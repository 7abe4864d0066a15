import { materialKinds, type MaterialKind } from '#domain/material.ts';

export { countWords, shelfNames } from '#domain/kind-names.ts';

/** The kinds that have a tab on a subject page. */
export const subjectKinds = ['paper', 'note', 'revision'] as const satisfies readonly MaterialKind[];

export type SubjectKind = (typeof subjectKinds)[number];

/** Labels of the panel's buttons. The last one has the spelling of the specification. */
export const panelNames: Record<MaterialKind, string> = {
  paper: 'Question Papers',
  note: 'Study Notes',
  revision: 'Revision Materials',
  book: 'Libary-Books',
};

/** A description of each kind, for the home page. */
export const kindSentences: Record<MaterialKind, string> = {
  paper: 'Papers from the last 10 years, sorted by year.',
  note: 'Chapter-by-chapter explanations to read or print.',
  revision: 'A whole subject on a few pages, for the night before.',
  book: 'Textbooks and handbooks to read online.',
};

/** Returns the numbers of a subject's materials in few words: `3 papers · 2 notes · 1 for revision`; an empty text for none. */
export function summariseCounts(counts: Partial<Record<MaterialKind, number>>): string {
  return materialKinds.flatMap((kind) => (counts[kind] ? [shortCountWords(kind, counts[kind])] : [])).join(' · ');
}

/** Returns a number of materials in few words, for a clear context: `3 papers`, `1 for revision`. */
export function shortCountWords(kind: MaterialKind, count: number): string {
  const [one, many] = {
    paper: ['paper', 'papers'],
    note: ['note', 'notes'],
    revision: ['for revision', 'for revision'],
    book: ['book', 'books'],
  }[kind];
  return `${count}\u00a0${count === 1 ? one : many}`.replace('for revision', 'for\u00a0revision');
}

/** Returns a number of materials of any kinds in words: `1 material`, `1,234 materials`. */
export function countMaterials(count: number): string {
  return count === 1 ? '1 material' : `${count < 1000 ? count : count.toLocaleString('en')} materials`;
}
