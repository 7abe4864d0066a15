import { EyeOff, Trash2, Undo2 } from 'lucide-react';
import { undoDays } from '#contract/undo.ts';
import { trashDays } from '#domain/trash.ts';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import * as words from '#messages/manage/list.ts';
import { otherViews } from './panel-search.ts';

/** The list shown in the tab 'Manage Content': the materials of a kind, recent changes, hidden materials, or the trash. */
export type View = 'shelf' | (typeof otherViews)[number];

const viewIcons = { changes: Undo2, hidden: EyeOff, trash: Trash2 };
export const viewHints = {
  changes: words.changesHint(undoDays),
  hidden: words.hiddenHint,
  trash: words.trashHint(trashDays),
};

/** Renders buttons that open one of the other lists, or return to the materials. */
export function ViewButtons({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <div className="ms-auto flex flex-wrap gap-2">
      {otherViews.map((each) => {
        const Icon = viewIcons[each];
        const isOn = view === each;
        return (
          <Button
            key={each}
            variant="secondary"
            size="small"
            aria-pressed={isOn}
            className={classes('max-sm:px-3', isOn && 'border-accent! bg-accent-tint! text-accent! ring-1 ring-accent')}
            onClick={() => onChange(isOn ? 'shelf' : each)}
          >
            <Icon aria-hidden="true" className="size-4 max-sm:hidden" />
            {words.views[each]}
          </Button>
        );
      })}
    </div>
  );
}
