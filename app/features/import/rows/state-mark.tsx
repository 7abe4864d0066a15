import { CircleCheck, CircleDashed, CircleHelp, LoaderCircle, TriangleAlert, type LucideIcon } from 'lucide-react';
import { classes } from '#app/ui/classes.ts';
import type { RowState } from './row-words.ts';

const looks = {
  ready: { Icon: CircleCheck, colour: 'text-accent' },
  published: { Icon: CircleCheck, colour: 'text-accent' },
  check: { Icon: CircleHelp, colour: 'text-ink' },
  bad: { Icon: TriangleAlert, colour: 'text-danger' },
  busy: { Icon: LoaderCircle, colour: 'text-muted' },
  plain: { Icon: CircleDashed, colour: 'text-muted' },
} as const satisfies Record<RowState['tone'], { Icon: LucideIcon; colour: string }>;

/** The state of a row: an icon and a word. */
export function StateMark({ state, className }: { state: RowState; className?: string }) {
  const { Icon, colour } = looks[state.tone];
  return (
    <span className={classes('inline-flex min-w-0 items-center gap-1.5', colour, className)}>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span className="truncate">{state.label}</span>
    </span>
  );
}
