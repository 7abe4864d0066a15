import type { SubjectKind } from '#app/features/materials/kind-words.ts';

/** The route of the list of each kind; all three have the same parameters. */
export const subjectRoutes = {
  paper: '/faculty/$facultyId/semester/$semesterId/subject/$subject',
  note: '/faculty/$facultyId/notes/semester/$semesterId/subject/$subject',
  revision: '/faculty/$facultyId/revision/semester/$semesterId/subject/$subject',
} as const satisfies Record<SubjectKind, string>;

/** The kind in a path: notes for `/notes/`, revision for `/revision/`, else papers. */
export function kindOfPath(path: string): SubjectKind {
  const lower = path.toLowerCase();
  if (lower.includes('/notes/')) return 'note';
  return lower.includes('/revision/') ? 'revision' : 'paper';
}
