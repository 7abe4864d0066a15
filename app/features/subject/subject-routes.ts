import { subjectKinds, type SubjectKind } from '#app/features/materials/kind-words.ts';
import { revision } from '#messages/nouns.ts';
import { notes } from '#messages/subject/subjects.ts';

/** The route of each kind's list; all have the same parameters. */
export const subjectRoutes = {
  paper: '/faculty/$facultyId/semester/$semesterId/subject/$subject',
  note: '/faculty/$facultyId/notes/semester/$semesterId/subject/$subject',
  revision: '/faculty/$facultyId/revision/semester/$semesterId/subject/$subject',
} as const satisfies Record<SubjectKind, string>;

/** The breadcrumb step between the term and the subject; null for the default list of a term. */
export const subjectSteps = {
  paper: null,
  note: { name: notes, to: subjectRoutes.note },
  revision: { name: revision, to: '/faculty/$facultyId/revision/semester/$semesterId' },
} as const satisfies Record<SubjectKind, { name: string; to: string } | null>;

/** The kinds whose addresses have a separate segment after the faculty, such as `notes`. */
const kindsWithWord = subjectKinds.filter((kind) => kind !== 'paper');

/** Returns the kind of a page from the path segment after the faculty; papers have none. */
export function kindOfPath(path: string): SubjectKind {
  const lower = path.toLowerCase();
  return kindsWithWord.find((kind) => lower.includes(`/${subjectRoutes[kind].split('/')[3]}/`)) ?? 'paper';
}
