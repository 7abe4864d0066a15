import type { SubjectKind } from '#app/features/materials/kind-words.ts';
import { materialKinds, type MaterialKind } from '#domain/material.ts';
import type { LiveList } from './live-shelf.ts';

/** The lists that follow the shelf; keys as their queries have them. */

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

/** How much a faculty holds, by place and kind. */
export function countsLiveList(facultyId: string): LiveList {
  return { kinds: materialKinds, place: { facultyId }, queryKey: ['counts'] };
}

/** The library, whatever its filters leave. */
export const booksLiveList: LiveList = { kinds: ['book'], place: null, queryKey: ['materials', 'book'] };

/** The materials of a kind in the tab 'Manage Content'. */
export function manageLiveList(kind: MaterialKind): LiveList {
  return { kinds: [kind], place: null, queryKey: ['manage', kind] };
}
