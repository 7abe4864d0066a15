import type { EntryStore } from './stored-map.ts';

/** A subject that was pinned to Home. */
export type PinnedSubject = {
  facultyId: string;
  semesterId: string;
  /** The slug in the subject's address. */
  slug: string;
  name: string;
  /** Programme and term of the subject, such as "BSc CSIT, Semester 1". */
  place: string;
};

/** The pinned subjects, by `pinId`. They are stored on this device only. */
export const pinnedSubjects: EntryStore<PinnedSubject> = {
  key: 'pinned-subjects',
  // Two or three semesters of subjects; a longer row would have to be searched itself.
  maxEntries: 20,
  maxCharacters: 20_000,
  check: checkPinned,
};

/**
 * Returns the id of a pinned subject. The id includes programme and term, because a subject that is taught in two
 * programmes can be pinned twice.
 */
export function pinId({
  facultyId,
  semesterId,
  slug,
}: Pick<PinnedSubject, 'facultyId' | 'semesterId' | 'slug'>): string {
  return [facultyId, semesterId, slug].map(encodeURIComponent).join('/');
}

function checkPinned({ facultyId, semesterId, slug, name, place }: Record<string, unknown>): PinnedSubject | null {
  if (!isText(facultyId) || !isText(semesterId) || !isText(slug) || !isText(name) || !isText(place)) return null;
  return { facultyId, semesterId, slug, name, place };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
