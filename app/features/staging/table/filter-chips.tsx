import { filterNames, shownFilters, type ShownFilter } from '#app/features/staging/rows/row-filters.ts';
import type { StagedCounts } from '#app/features/staging/rows/staged-rows.ts';
import { classes } from '#app/ui/classes.ts';

type FilterChipsProps = { counts: StagedCounts | null; chosen: ShownFilter; onChoose: (filter: ShownFilter) => void };

/** The filters of the table with how many files each has. Those without any are left out, unless chosen. */
export function FilterChips({ counts, chosen, onChoose }: FilterChipsProps) {
  return (
    <fieldset
      aria-label="Which files"
      className="flex min-w-0 gap-1.5 max-md:-mx-4 max-md:scroll-area-x max-md:px-4 max-md:py-px md:flex-wrap"
    >
      {shownFilters
        .filter((filter) => filter === chosen || filter === 'open' || filter === 'doubtful' || counts?.[filter])
        .map((filter) => (
          <button
            key={filter}
            type="button"
            aria-pressed={filter === chosen}
            onClick={() => onChoose(filter)}
            className={classes(
              'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full border px-4 text-sm font-medium',
              filter === chosen
                ? 'border-accent bg-accent-tint text-accent ring-1 ring-accent'
                : 'border-edge bg-card hover:border-accent hover:text-accent',
            )}
          >
            {filterNames[filter]}
            <span className="font-normal">{(counts?.[filter] ?? 0).toLocaleString('en')}</span>
          </button>
        ))}
    </fieldset>
  );
}
