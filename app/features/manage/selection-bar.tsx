import { useEffect, useRef } from 'react';
import { maxBulkMaterials } from '#contract/bulk-change.ts';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/manage/bulk.ts';
import {
  countSelected,
  everythingSelected,
  nothingSelected,
  pageState,
  togglePage,
  type Selection,
} from './selection.ts';

const tasks = ['change', 'move', 'hide', 'show', 'delete'] as const;

/** Bulk action on all selected materials. */
export type BulkTask = (typeof tasks)[number];

type SelectionBarProps = {
  selection: Selection;
  /** Ids of the rows of this page. */
  page: readonly string[];
  /** Number of matches on all pages. */
  total: number;
  onSelect: (selection: Selection) => void;
  onTask: (task: BulkTask) => void;
  onJoin: () => void;
};

/** Renders the bar above the list: selects the rows of the page, or all matches, and offers the bulk actions. */
export function SelectionBar({ selection, page, total, onSelect, onTask, onJoin }: SelectionBarProps) {
  const box = useRef<HTMLInputElement>(null);
  const state = pageState(selection, page);
  const count = countSelected(selection, total);

  useEffect(
    function showPart() {
      if (box.current) box.current.indeterminate = state === 'some';
    },
    [state],
  );

  return (
    <div
      className={classes(
        'flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-transparent px-3 py-1 lg:flex-nowrap',
        count > 0 && 'sticky top-16 z-10 border-accent! bg-accent-tint',
      )}
    >
      <label className="flex min-h-11 min-w-0 items-center lg:shrink-0 gap-3 text-sm">
        <input
          ref={box}
          type="checkbox"
          checked={state === 'all'}
          onChange={() => onSelect(togglePage(selection, page))}
          className="size-5 shrink-0 accent-accent"
        />
        <span>{words.selectPage}</span>
      </label>
      <p aria-live="polite" className="shrink-0 text-sm font-medium">
        {count > 0 && words.selected(count)}
      </p>
      {count > 0 && (
        <div className="flex min-w-0 gap-2 *:px-3 max-md:basis-full max-md:overflow-x-auto max-md:pb-1 md:flex-wrap lg:*:min-w-0">
          {!selection.isEverything && total > page.length && (
            <Button variant="ghost" size="small" onClick={() => onSelect(everythingSelected)}>
              {words.selectMatches(total)}
            </Button>
          )}
          {count > maxBulkMaterials ? (
            <p className="min-w-52 self-center text-sm">{words.tooMany(maxBulkMaterials)}</p>
          ) : (
            tasks.map((task) => (
              <Button key={task} variant="secondary" size="small" onClick={() => onTask(task)}>
                {words.open[task]}
              </Button>
            ))
          )}
          {!selection.isEverything && count > 1 && (
            <Button variant="secondary" size="small" onClick={onJoin}>
              {words.join}
            </Button>
          )}
          <Button
            variant="ghost"
            size="small"
            aria-label={words.clearSelection}
            onClick={() => onSelect(nothingSelected)}
          >
            {actions.clear}
          </Button>
        </div>
      )}
    </div>
  );
}
