import { useNavigate } from '@tanstack/react-router';
import { SlidersHorizontal, X } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { pages } from '#contract/addresses.ts';
import { searchFilters, type SearchFilter } from '#contract/search-filters.ts';
import type { SearchFacets } from '#contract/search.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { Button, buttonStyle } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { useModalDialog } from '#app/ui/dialog/use-modal-dialog.ts';
import { useCalendar } from '#app/features/layout/use-calendar.ts';
import * as actions from '#messages/actions.ts';
import { number } from '#messages/format.ts';
import * as words from '#messages/search/page.ts';
import { filterOptions, headingOf, type FilterOption } from './filter-names.ts';
import { countFilters, toggleFilter, type SearchAddress } from './search-address.ts';

/** Number of values of a filter that are always shown; further values are collapsed at first. */
const shownAtFirst = 5;

type FilterPanelProps = {
  address: SearchAddress;
  facets: SearchFacets;
  /** Number of results with the current filters. */
  total: number;
  faculties: readonly FacultySummary[];
};

/**
 * Renders the filters with the number of materials for each value, next to the results or, on small screens, in a sheet
 * that a button opens. A plain form; with scripts, ticking a box applies it immediately.
 */
export function FilterPanel({ address, facets, total, faculties }: FilterPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const count = countFilters(address);
  const calendar = useCalendar();
  const groups = searchFilters
    .filter((name) => name !== 'yearBs' || calendar !== 'ad' || address.yearBs !== undefined)
    .map((name) => ({ name, options: filterOptions(name, facets, address[name] ?? [], { faculties, calendar }) }))
    // A filter with a single value that all results have offers no choice.
    .filter(({ name, options }) => options.length > 1 || address[name] !== undefined);
  // Reserves its space, so that the results don't move.
  if (groups.length === 0) return <div />;
  const boxes = (
    <div className="grid gap-x-6 gap-y-4 sm:max-lg:grid-cols-2">
      {groups.map(({ name, options }) => (
        <FilterGroup key={name} name={name} address={address} options={options} />
      ))}
    </div>
  );
  return (
    <div className="no-print">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={`${buttonStyle('secondary', 'small')} lg:hidden`}
      >
        <SlidersHorizontal aria-hidden="true" className="size-5" />
        {words.filters}
        {count > 0 && <span>({number(count)})</span>}
      </button>
      <form
        action={pages.search()}
        aria-label={words.filters}
        className="shown-without-scripts max-lg:mt-3 max-lg:hidden"
      >
        <input type="hidden" name="q" value={address.q} />
        {address.as && <input type="hidden" name="as" value={address.as} />}
        {boxes}
        <Button type="submit" className="only-without-scripts">
          {words.applyFilters}
        </Button>
      </form>
      {isOpen && (
        <FilterSheet total={total} onClose={() => setOpen(false)}>
          {boxes}
        </FilterSheet>
      )}
    </div>
  );
}

type FilterSheetProps = { total: number; onClose: () => void; children: ReactNode };

/** Renders the filters in a sheet at the bottom of a small screen. Its button, which stays in view, shows the results. */
function FilterSheet({ total, onClose, children }: FilterSheetProps) {
  const dialog = useModalDialog({ onClose, closesOutside: true });
  const id = useId();
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className="fixed inset-x-0 top-auto bottom-0 m-0 max-h-[85dvh] w-full max-w-none flex-col rounded-t-card border-t border-hairline bg-card p-0 text-ink shadow-float outline-none backdrop:bg-shade open:flex"
    >
      <div className="flex items-center justify-between border-b border-hairline py-1 ps-4 pe-2">
        <h2 id={id} className="text-lg">
          {words.filters}
        </h2>
        <button type="button" className={buttonStyle('ghost', 'icon')} aria-label={actions.close} onClick={onClose}>
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-3">{children}</div>
      <div className="border-t border-hairline p-3">
        <Button onClick={onClose} className="w-full">
          {words.showResults(total)}
        </Button>
      </div>
    </dialog>
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
            {words.more(rest.length)}
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
          <span className="ms-2 text-sm text-muted">
            <span className="sr-only">, </span>
            {number(count)}
          </span>
        </>
      }
    />
  );
}
