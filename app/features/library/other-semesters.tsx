import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { LinkButton } from '#app/ui/link-button.tsx';
import * as words from '#messages/library/books.ts';
import { booksQuery, facultyBooksQuery, filtersBySemester } from './book-queries.ts';
import { allSemesters, type BookFilter } from './book-search.ts';

type OtherSemestersProps = { filter: BookFilter; part: number | undefined };

/** Shows how many matching books the other semesters of the faculty have, with a link to them. */
export function OtherSemestersLine({ filter, part }: OtherSemestersProps) {
  const count = useOtherCount({ filter, part });
  if (!count) return null;
  return (
    <Link
      {...toAllSemesters}
      className="-mt-2 mb-2 inline-flex min-h-11 items-center text-sm text-accent underline underline-offset-4"
    >
      {words.moreInOtherTerms(count, filter.faculty?.type ?? 'semester')}
    </Link>
  );
}

/** Shows the same as a button, for a semester without books. */
export function OtherSemestersButton({ filter, part }: OtherSemestersProps) {
  const count = useOtherCount({ filter, part });
  if (!count) return null;
  return <LinkButton {...toAllSemesters}>{words.showOtherTerms(count, filter.faculty?.type ?? 'semester')}</LinkButton>;
}

const toAllSemesters = {
  to: '/books',
  search: (search: Record<string, unknown>) => ({ ...search, semester: allSemesters, part: undefined }),
  resetScroll: false,
} as const;

function useOtherCount({ filter, part }: OtherSemestersProps): number {
  const { shelf } = useRouter().options.context;
  const here = useQuery(booksQuery(shelf, filter, part));
  const all = useQuery({ ...facultyBooksQuery(shelf, filter), enabled: filtersBySemester(filter) });
  if (!filtersBySemester(filter) || !here.data || here.isPlaceholderData || !all.data) return 0;
  return Math.max(0, all.data.total - here.data.total);
}
