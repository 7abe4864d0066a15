import { EyeOff, Trash2 } from 'lucide-react';
import { trashDays } from '#domain/material.ts';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';

/** What the tab 'Manage Content' lists: the materials of a kind, those that are hidden, or the trash. */
export type View = 'shelf' | 'hidden' | 'trash';

export const viewNames = { hidden: 'Hidden', trash: 'Trash' };
const viewIcons = { hidden: EyeOff, trash: Trash2 };
export const viewHints = {
  hidden: 'Only administrators see these materials and their files.',
  trash: `Deleted materials are kept for ${trashDays} days, then deleted permanently.`,
};

/** Buttons that show the hidden materials or the trash, or the materials of a kind again. */
export function ViewButtons({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <div className="ml-auto flex flex-wrap gap-2">
      {(['hidden', 'trash'] as const).map((each) => {
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
            <Icon aria-hidden="true" className="size-4" />
            {viewNames[each]}
          </Button>
        );
      })}
    </div>
  );
}
