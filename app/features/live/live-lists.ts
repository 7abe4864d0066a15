import type { SubjectKind } from '#app/features/materials/kind-words.ts';
import { materialKinds, type MaterialKind } from '#domain/material.ts';

/** A list of materials, or the counts of a faculty, that is updated while it is on screen. */
export type LiveList = {
  kinds: readonly MaterialKind[];
  /** Where its materials are filed, if it shows only those of one subject or one faculty. */
  place: { facultyId: string; semesterId?: string; subject?: string } | null;
  /** How the keys of its queries begin. */
  queryKey: readonly string[];
};

/** The lists that are updated live; their keys are those of their queries. */

/** A subject's materials of a kind. */
export function subjectLiveList(
  kind: SubjectKind,
  { facultyId, semesterId, subject }: { facultyId: string; semesterId: string; subject: string },
): LiveList {
  return {
    kinds: [kind],
    place: { facultyId, semesterId, subject },
    queryKey: ['materials', kind, facultyId, semesterId, subject],
  };
}

/** The numbers of materials of a faculty, by term, subject and kind. */
export function countsLiveList(facultyId: string): LiveList {
  return { kinds: materialKinds, place: { facultyId }, queryKey: ['counts'] };
}

/** All books, with any filter. */
export const booksLiveList: LiveList = { kinds: ['book'], place: null, queryKey: ['materials', 'book'] };

/** The materials of a kind, or of all kinds, in the tab 'Manage Content'. */
export function manageLiveList(kind: MaterialKind | null): LiveList {
  return { kinds: kind === null ? materialKinds : [kind], place: null, queryKey: ['manage', kind ?? 'all'] };
}
