import type { SubjectKind } from '#app/features/materials/kind-words.ts';
import { materialKinds, type MaterialKind } from '#domain/material.ts';

/** A list of materials, or the counts of a faculty, that is updated while it is on screen. */
export type LiveList = {
  kinds: readonly MaterialKind[];
  /** Place of the list's materials, if it shows only those of one subject or faculty. */
  place: { facultyId: string; semesterId?: string; subject?: string } | null;
  /** Prefix of the keys of the list's queries. */
  queryKey: readonly string[];
};

/** The lists that are updated live; their keys are those of their queries. */

/** Returns the list of a subject's materials of a kind. */
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

/** Returns the list for the numbers of materials of a faculty, by term, subject and kind. */
export function countsLiveList(facultyId: string): LiveList {
  return { kinds: materialKinds, place: { facultyId }, queryKey: ['counts'] };
}

/** All books, with any filter. */
export const booksLiveList: LiveList = { kinds: ['book'], place: null, queryKey: ['materials', 'book'] };

/** Returns the list of the materials of a kind, or of all kinds, in the tab 'Manage Content'. */
export function manageLiveList(kind: MaterialKind | null): LiveList {
  return { kinds: kind === null ? materialKinds : [kind], place: null, queryKey: ['manage', kind ?? 'all'] };
}
