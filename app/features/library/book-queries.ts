import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { contains, equal, type Filter } from '#contract/query.ts';
import type { Shelf } from '#contract/shelf.ts';
import type { BookFilter } from './book-search.ts';

/** How many books one page of the library shows. */
export const bookPartSize = 24;

/** One part (from 1) of the books the filters leave, by title. While the next is on its way the last one stays. */
export function booksQuery(shelf: Shelf, { faculty, semesterId, text }: BookFilter, part = 1) {
  const filters: Filter[] = [
    ...(faculty ? [equal('facultyId', faculty.id), equal('semesterId', semesterId)] : []),
    ...(text ? [contains('title', text)] : []),
  ];
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
