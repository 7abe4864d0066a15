import { ArrowLeft, ArrowRight, Columns2, RotateCw, SeparatorVertical, Trash2, type LucideIcon } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/arrange-pages.ts';
import {
  halvePages,
  movePages,
  pagesOf,
  papersOf,
  removePages,
  splitPages,
  turnPages,
  type PagePlan,
  type PlannedPage,
  type Selection,
} from './page-plan.ts';

type PageToolsProps = {
  plan: PagePlan;
  selected: Selection;
  isBusy: boolean;
  /** The last action in words, for screen readers too. */
  said: string;
  isTall: (page: PlannedPage) => boolean;
  onSelect: (keys: readonly string[]) => void;
  onArrange: (plan: PagePlan, outcome: string) => void;
};

type Tool = { label: string; Icon: LucideIcon; apply: () => PagePlan; describe: (plan: PagePlan) => string };

/** Renders the buttons that change the selected pages. They stay visible while the pages scroll. */
export function PageTools({ plan, selected, isBusy, said, isTall, onSelect, onArrange }: PageToolsProps) {
  const pages = pagesOf(plan);
  const count = selected.size;
  const tools: Tool[] = [
    {
      label: words.turn,
      Icon: RotateCw,
      apply: () => turnPages(plan, selected),
      describe: () => words.turned(count),
    },
    {
      label: actions.remove,
      Icon: Trash2,
      apply: () => removePages(plan, selected),
      describe: (next) => words.removed(count, pagesOf(next).length),
    },
    {
      label: words.moveEarlier,
      Icon: ArrowLeft,
      apply: () => movePages(plan, selected, 'earlier'),
      describe: () => words.movedEarlier(count),
    },
    {
      label: words.moveLater,
      Icon: ArrowRight,
      apply: () => movePages(plan, selected, 'later'),
      describe: () => words.movedLater(count),
    },
    {
      label: words.split,
      Icon: SeparatorVertical,
      apply: () => splitPages(plan, selected),
      describe: (next) => words.splitInto(papersOf(next).length),
    },
    {
      label: words.halve,
      Icon: Columns2,
      apply: () => halvePages(plan, selected, isTall),
      describe: (next) => words.halved(pagesOf(next).length - pages.length),
    },
  ];
  const isIdle = isBusy || selected.size === 0;
  const areAllSelected = selected.size === pages.length;
  return (
    <div className="sticky top-0 z-10 sm:-top-6 -mx-5 grid gap-2 border-b border-hairline bg-card px-5 py-2 sm:-mx-6 sm:px-6">
      <div role="toolbar" aria-label={words.tools} className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        {tools.map(({ label, Icon, apply, describe }) => (
          <Button
            key={label}
            variant="secondary"
            size="small"
            className="px-2! sm:px-3!"
            // Not `disabled`, which would take the focus away when the last selected page is removed.
            aria-disabled={isIdle}
            onClick={() => {
              if (isIdle) return;
              const next = apply();
              onArrange(next, describe(next));
            }}
          >
            <Icon
              aria-hidden="true"
              className={classes('size-4 shrink-0', (Icon === ArrowLeft || Icon === ArrowRight) && 'rtl:rotate-180')}
            />
            {label}
          </Button>
        ))}
      </div>
      <div className="flex min-h-11 items-center gap-x-3 text-sm">
        <Button
          variant="ghost"
          size="small"
          className="-ms-2 px-2!"
          disabled={isBusy}
          onClick={() => onSelect(areAllSelected ? [] : pages.map(({ key }) => key))}
        >
          {areAllSelected ? words.selectNone : actions.selectAll}
        </Button>
        <span className="text-muted">{words.selected(selected.size)}</span>
        <output className="min-w-0 flex-1 text-end text-muted">{said}</output>
      </div>
    </div>
  );
}
