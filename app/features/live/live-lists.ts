import type { SubjectKind } from '#app/features/materials/kind-words.ts';
import type { MaterialKind } from '#domain/material.ts';
import type { LiveList } from './live-shelf.ts';

/** The lists that follow the shelf; keys as their queries have them. */

/** A subject's materials of a kind. */
export function subjectLiveList(
  kind: SubjectKind,
  { facultyId, semesterId, subject }: { facultyId: string; semesterId: string; subject: string },
): LiveList {
  return {
    kind,
    place: { facultyId, semesterId, subject },
    queryKey: ['materials', kind, facultyId, semesterId, subject],
  };
}

/** The library, whatever its filters leave. */
export const booksLiveList: LiveList = { kind: 'book', place: null, queryKey: ['materials', 'book'] };

/** The materials of a kind in the tab 'Manage Content'. */
export function manageLiveList(kind: MaterialKind): LiveList {
  return { kind, place: null, queryKey: ['manage', kind] };
}
