import { subjectKinds, type SubjectKind } from '#app/features/materials/kind-words.ts';

/** The route of each kind's list; all take the same parameters. */
export const subjectRoutes = {
  paper: '/faculty/$facultyId/semester/$semesterId/subject/$subject',
  note: '/faculty/$facultyId/notes/semester/$semesterId/subject/$subject',
  revision: '/faculty/$facultyId/revision/semester/$semesterId/subject/$subject',
} as const satisfies Record<SubjectKind, string>;

/** The step of the breadcrumb between the term and the subject; null for the list that every term leads to first. */
export const subjectSteps = {
  paper: null,
  note: { name: 'Notes', to: subjectRoutes.note },
  revision: { name: 'Revision', to: '/faculty/$facultyId/revision/semester/$semesterId' },
} as const satisfies Record<SubjectKind, { name: string; to: string } | null>;

/** The kinds whose addresses have a word of their own after the faculty, such as `notes`. */
const kindsWithWord = subjectKinds.filter((kind) => kind !== 'paper');

/** The kind that the address of a page is about, by that word; papers where there is none. */
export function kindOfPath(path: string): SubjectKind {
  const lower = path.toLowerCase();
  return kindsWithWord.find((kind) => lower.includes(`/${subjectRoutes[kind].split('/')[3]}/`)) ?? 'paper';
}
