import { useNavigate } from '@tanstack/react-router';
import { SlidersHorizontal } from 'lucide-react';
import { useRef, useState } from 'react';
import { pages } from '#contract/addresses.ts';
import { searchFilters, type SearchFilter } from '#contract/search-filters.ts';
import type { SearchFacets } from '#contract/search.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { Button, buttonStyle } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { classes } from '#app/ui/classes.ts';
import { useCalendar } from '#app/features/layout/use-calendar.ts';
import { filterOptions, headingOf, type FilterOption } from './filter-names.ts';
import { countFilters, toggleFilter, type SearchAddress } from './search-address.ts';

const panelId = 'search-filters';
/** Number of values of a filter that are shown before the rest is collapsed. */
const shownAtFirst = 5;

type FilterPanelProps = { address: SearchAddress; facets: SearchFacets; faculties: readonly FacultySummary[] };

/**
 * Renders the filters with the number of materials for each value, next to the results or, on small screens, behind a button. A
 * plain form; with scripts, ticking a box applies it at once.
 */
export function FilterPanel({ address, facets, faculties }: FilterPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const count = countFilters(address);
  const button = useRef<HTMLButtonElement>(null);
  const closePanel = () => {
    setOpen(false);
    button.current?.focus();
  };
  const calendar = useCalendar();
  const groups = searchFilters
    .filter((name) => name !== 'yearBs' || calendar !== 'ad' || address.yearBs !== undefined)
    .map((name) => ({ name, options: filterOptions(name, facets, address[name] ?? [], { faculties, calendar }) }))
    // A filter with a single value that all results have offers no choice.
    .filter(({ name, options }) => options.length > 1 || address[name] !== undefined);
  // Reserves its space, so that the results don't move.
  if (groups.length === 0) return <div />;
  return (
    <div className="no-print">
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpen(!isOpen)}
        className={`${buttonStyle('secondary', 'small')} lg:hidden`}
      >
        <SlidersHorizontal aria-hidden="true" className="size-5" />
        Filters
        {count > 0 && <span>({count})</span>}
      </button>
      <form
        id={panelId}
        action={pages.search()}
        aria-label="Filters"
        className={classes('shown-without-scripts max-lg:mt-3', !isOpen && 'max-lg:hidden')}
      >
        <input type="hidden" name="q" value={address.q} />
        <div className="grid gap-x-6 gap-y-4 sm:max-lg:grid-cols-2">
          {groups.map(({ name, options }) => (
            <FilterGroup key={name} name={name} address={address} options={options} />
          ))}
        </div>
        <Button type="submit" className="only-without-scripts">
          Apply filters
        </Button>
        <Button onClick={closePanel} className="mt-3 w-full lg:hidden">
          Show results
        </Button>
      </form>
    </div>
  );
}

type FilterGroupProps = { name: SearchFilter; address: SearchAddress; options: readonly FilterOption[] };

function FilterGroup({ name, address, options }: FilterGroupProps) {
  const calendar = useCalendar();
  const chosen = address[name] ?? [];
  const isFolded = options.length > shownAtFirst + 1;
  const first = isFolded
    ? options.filter(({ value }, index) => index < shownAtFirst || chosen.includes(value))
    : options;
  const rest = options.filter((option) => !first.includes(option));
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium text-muted">{headingOf(name, calendar)}</legend>
      {first.map((option) => (
        <FilterBox key={option.value} name={name} address={address} option={option} />
      ))}
      {rest.length > 0 && (
        <details>
          <summary className="flex min-h-11 list-none items-center text-sm text-accent underline underline-offset-4 [&::-webkit-details-marker]:hidden">
            {rest.length} more
          </summary>
          {rest.map((option) => (
            <FilterBox key={option.value} name={name} address={address} option={option} />
          ))}
        </details>
      )}
    </fieldset>
  );
}

type FilterBoxProps = { name: SearchFilter; address: SearchAddress; option: FilterOption };

function FilterBox({ name, address, option: { value, label, count } }: FilterBoxProps) {
  const navigate = useNavigate();
  const isChosen = address[name]?.includes(value) ?? false;
  return (
    <Checkbox
      className="py-1.5 leading-snug"
      name={name}
      value={value}
      checked={isChosen}
      onChange={() => void navigate({ to: '/search', search: toggleFilter(address, name, value), resetScroll: false })}
      label={
        <>
          <bdi className="wrap-anywhere">{label}</bdi>
          <span className="ml-2 text-sm text-muted">
            <span className="sr-only">, </span>
            {count}
          </span>
        </>
      }
    />
  );
}
