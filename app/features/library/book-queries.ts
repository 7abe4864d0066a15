import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { contains, equal, type Filter } from '#contract/query.ts';
import type { Shelf } from '#contract/shelf.ts';
import type { BookFilter } from './book-search.ts';

/** Number of books on one page of the library. */
export const bookPartSize = 24;

/** Returns the query for one part (from 1) of the filtered books, by title. The last part stays while the next one is loading. */
export function booksQuery(shelf: Shelf, filter: BookFilter, part = 1) {
  const filters = writeFilters(filter);
  return queryOptions({
    queryKey: ['materials', 'book', filters, part],
    queryFn: () =>
      shelf.listMaterials('book', {
        filters,
        orders: [{ attribute: 'title', direction: 'asc' }],
        limit: bookPartSize,
        offset: (part - 1) * bookPartSize,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Returns the query for the number of books that match the filters in all semesters of their faculty. */
export function facultyBooksQuery(shelf: Shelf, filter: BookFilter) {
  const filters = writeFilters({ ...filter, semesterId: null });
  return queryOptions({
    queryKey: ['materials', 'book', filters, 'count'],
    queryFn: () => shelf.listMaterials('book', { filters, limit: 1 }),
  });
}

/** True if the semester filter applies. */
export function filtersBySemester({ faculty, semesterId }: BookFilter): boolean {
  return faculty !== null && semesterId !== null;
}

function writeFilters({ faculty, semesterId, text }: BookFilter): Filter[] {
  return [
    ...(faculty ? [equal('facultyId', faculty.id)] : []),
    ...(faculty && semesterId !== null ? [equal('semesterId', semesterId)] : []),
    ...(text ? [contains('title', text)] : []),
  ];
}
