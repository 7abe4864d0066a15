import { materialKinds, type MaterialKind } from '#domain/material.ts';

/** The kinds a subject page has tabs for. */
export const subjectKinds = ['paper', 'note', 'revision'] as const satisfies readonly MaterialKind[];

export type SubjectKind = (typeof subjectKinds)[number];

/** What a shelf of each kind is called on screen. */
export const shelfNames: Record<MaterialKind, string> = {
  paper: 'Question Papers',
  note: 'Study Notes',
  revision: 'Revision Materials',
  book: 'Library Books',
};

/** The panel's buttons. The last keeps the spelling it was specified with. */
export const panelNames: Record<MaterialKind, string> = {
  paper: 'Question Papers',
  note: 'Study Notes',
  revision: 'Revision Materials',
  book: 'Libary-Books',
};

/** A kind in a sentence, for the home page. */
export const kindSentences: Record<MaterialKind, string> = {
  paper: 'Papers from the last 10 years, sorted by year.',
  note: 'Chapter-by-chapter explanations to read or print.',
  revision: 'A whole subject on a few pages, for the night before.',
  book: 'Textbooks and handbooks to read online.',
};

/** What a subject holds, in few words: `3 papers · 2 notes · 1 for revision`; empty text when it holds nothing. */
export function summariseCounts(counts: Partial<Record<MaterialKind, number>>): string {
  return materialKinds.flatMap((kind) => (counts[kind] ? [shortCountWords(kind, counts[kind])] : [])).join(' · ');
}

/** A number of materials in few words, where what they belong to is said beside: `3 papers`, `1 for revision`. */
export function shortCountWords(kind: MaterialKind, count: number): string {
  const [one, many] = {
    paper: ['paper', 'papers'],
    note: ['note', 'notes'],
    revision: ['for revision', 'for revision'],
    book: ['book', 'books'],
  }[kind];
  return `${count}\u00a0${count === 1 ? one : many}`.replace('for revision', 'for\u00a0revision');
}

/** A number of materials in words: `1 question paper`, `3 study notes`. */
export function countWords(kind: MaterialKind, count: number): string {
  const [one, many] = {
    paper: ['question paper', 'question papers'],
    note: ['study note', 'study notes'],
    revision: ['revision material', 'revision materials'],
    book: ['book', 'books'],
  }[kind];
  return `${count} ${count === 1 ? one : many}`;
}
