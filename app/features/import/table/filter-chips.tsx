import { shownFilters, type RowSums, type ShownFilter } from '#app/features/import/rows/row-filters.ts';
import { classes } from '#app/ui/classes.ts';
import { number } from '#messages/format.ts';
import { filters } from '#messages/import/rows.ts';
import * as words from '#messages/import/table.ts';

type FilterChipsProps = { sums: RowSums; chosen: ShownFilter; onChoose: (filter: ShownFilter) => void };

/** The filters of the table, each with its number of files. A filter without files is hidden unless it is chosen. */
export function FilterChips({ sums, chosen, onChoose }: FilterChipsProps) {
  return (
    <fieldset
      aria-label={words.filterChips}
      className="flex min-w-0 scroll-area-x gap-1.5 px-px py-px max-md:-mx-4 max-md:px-4"
    >
      {shownFilters
        .filter((filter) => filter === chosen || filter === 'open' || filter === 'doubtful' || sums[filter] > 0)
        .map((filter) => (
          <button
            key={filter}
            type="button"
            aria-pressed={filter === chosen}
            onClick={() => onChoose(filter)}
            className={classes(
              'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full border px-3.5 text-sm font-medium',
              filter === chosen
                ? 'border-accent bg-accent-tint text-accent ring-1 ring-accent'
                : 'border-edge bg-card hover:border-accent hover:text-accent',
            )}
          >
            {filters[filter]}
            <span className="font-normal">{number(sums[filter])}</span>
          </button>
        ))}
    </fieldset>
  );
}
