import { queryOptions } from '@tanstack/react-query';
import { equal, type Order } from '#contract/query.ts';
import type { Shelf } from '#contract/shelf.ts';
import type { SubjectKind } from './kind-words.ts';

/** How many materials one part of a subject's list shows. */
export const subjectPartSize = 100;

const orders: Record<SubjectKind, Order[]> = {
  paper: [
    { attribute: 'year', direction: 'desc' },
    { attribute: 'title', direction: 'asc' },
  ],
  note: [{ attribute: '$createdAt', direction: 'desc' }],
  revision: [{ attribute: '$createdAt', direction: 'desc' }],
};

/** The subject in which a material is filed; `subject` is its name, as in the contract. */
export type SubjectPlace = { facultyId: string; semesterId: string; subject: string };

/** One part (from 1) of a subject's materials of a kind, newest first: papers by year, the others by creation. */
export function subjectListQuery(shelf: Shelf, kind: SubjectKind, place: SubjectPlace, part = 1) {
  const { facultyId, semesterId, subject } = place;
  return queryOptions({
    queryKey: ['materials', kind, facultyId, semesterId, subject, part],
    queryFn: () =>
      shelf.listMaterials(kind, {
        filters: [equal('facultyId', facultyId), equal('semesterId', semesterId), equal('subject', subject)],
        orders: orders[kind],
        limit: subjectPartSize,
        offset: (part - 1) * subjectPartSize,
      }),
  });
}

/** A material by its id, or that it was withdrawn or is missing. */
export function materialQuery(shelf: Shelf, id: string) {
  return queryOptions({ queryKey: ['material', id], queryFn: () => shelf.findMaterial(id) });
}
