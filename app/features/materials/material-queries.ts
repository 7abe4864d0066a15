import { queryOptions } from '@tanstack/react-query';
import { equal, type Order } from '#contract/query.ts';
import type { Shelf } from '#contract/shelf.ts';
import type { Calendar } from '#domain/calendar.ts';
import { requiresAttribute } from '#domain/material-rules.ts';
import type { SubjectKind } from './kind-words.ts';

/** Number of materials in one part of a subject's list. */
export const subjectPartSize = 100;

/**
 * Returns the order in which `groupByYear` needs the materials, except that years AD between two years BS are moved
 * there later.
 */
function byYear(calendar: Calendar): Order[] {
  return [
    { attribute: 'year', direction: 'desc' },
    ...(calendar === 'ad' ? [] : [{ attribute: 'yearBs', direction: 'desc' } as const]),
    { attribute: 'title', direction: 'asc' },
  ];
}
const byCreation: Order[] = [{ attribute: '$createdAt', direction: 'desc' }];

/** A subject; `subject` is its name, as in the catalogue. */
export type SubjectPlace = { facultyId: string; semesterId: string; subject: string };

/** One part of a list of a subject. */
type SubjectList = { kind: SubjectKind; place: SubjectPlace; calendar: Calendar; part?: number | undefined };

/**
 * Returns the query for one part (from 1) of a subject's materials of a kind, newest first: by year if the kind requires one,
 * else by creation.
 */
export function subjectListQuery(shelf: Shelf, { kind, place, calendar, part = 1 }: SubjectList) {
  const { facultyId, semesterId, subject } = place;
  return queryOptions({
    queryKey: ['materials', kind, facultyId, semesterId, subject, part],
    queryFn: () =>
      shelf.listMaterials(kind, {
        filters: [equal('facultyId', facultyId), equal('semesterId', semesterId), equal('subject', subject)],
        orders: requiresAttribute(kind, 'year') ? byYear(calendar) : byCreation,
        limit: subjectPartSize,
        offset: (part - 1) * subjectPartSize,
      }),
  });
}

/**
 * Returns the query for a material by its id. Its data may also state that the material was withdrawn or is missing.
 */
export function materialQuery(shelf: Shelf, id: string) {
  return queryOptions({ queryKey: ['material', id], queryFn: () => shelf.findMaterial(id) });
}

/** Returns the query for the text of the first pages of a material. */
export function materialTextQuery(shelf: Shelf, id: string) {
  return queryOptions({ queryKey: ['material-text', id], queryFn: () => shelf.readMaterialText(id) });
}
