import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { searchFilters } from '#contract/search-filters.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { useCalendar } from '#app/features/layout/use-calendar.ts';
import { labelOf } from './filter-names.ts';
import { countFilters, toggleFilter, withoutFilters, type SearchAddress } from './search-address.ts';

type ChosenFiltersProps = { address: SearchAddress; faculties: readonly FacultySummary[] };

/** Shows the chosen filters, each as a link that removes it; nothing if there are none. */
export function ChosenFilters({ address, faculties }: ChosenFiltersProps) {
  const calendar = useCalendar();
  if (countFilters(address) === 0) return null;
  const chosen = (address.facultyId ?? []).map((id) => faculties.find((faculty) => faculty.id === id) ?? []).flat();
  return (
    <ul aria-label="Chosen filters" className="no-print flex flex-wrap items-center gap-2">
      {searchFilters.flatMap((name) =>
        (address[name] ?? []).map((value) => (
          <li key={`${name} ${value}`} className="max-w-full">
            <Link
              to="/search"
              search={toggleFilter(address, name, value)}
              resetScroll={false}
              className="flex min-h-11 max-w-full items-center gap-2 rounded-full border border-edge bg-card py-1 pr-2.5 pl-4 text-sm hover:border-accent hover:text-accent"
            >
              <span className="sr-only">Remove the filter </span>
              <bdi className="truncate">
                {labelOf(name, value, { faculties: chosen.length > 0 ? chosen : faculties, calendar })}
              </bdi>
              <X aria-hidden="true" className="size-4 shrink-0" />
            </Link>
          </li>
        )),
      )}
      <li>
        <Link
          to="/search"
          search={withoutFilters(address)}
          resetScroll={false}
          className="flex min-h-11 items-center px-2 text-sm text-accent underline underline-offset-4"
        >
          Clear filters
        </Link>
      </li>
    </ul>
  );
}
