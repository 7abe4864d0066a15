import {
  CircleCheck,
  CircleDashed,
  CircleHelp,
  LoaderCircle,
  TriangleAlert,
  CornerDownRight,
  Pencil,
  type LucideIcon,
} from 'lucide-react';
import { classes } from '#app/ui/classes.ts';
import { valueMarks } from '#messages/import/rows.ts';
import type { RowState, Certainty } from './row-words.ts';

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

/** Marks the certainty of a value by an icon, and words for screen readers. Renders nothing for a sure value. */
export function ValueMark({ certainty }: { certainty: Certainty }) {
  if (certainty === 'sure') return null;
  const Icon = { doubtful: CircleHelp, missing: CircleHelp, manual: Pencil, inherited: CornerDownRight }[certainty];
  return (
    <>
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="sr-only">{valueMarks[certainty]}</span>
    </>
  );
}

type FileNameProps = { head: string; tail: string; folder: string };

/** A file name and its folder, truncated to the available width: the name in the middle, the folder at the start. */
export function FileName({ head, tail, folder }: FileNameProps) {
  return (
    <>
      <span className="flex font-medium whitespace-pre">
        {head !== '' && <span className="min-w-[3ch] truncate">{head}</span>}
        <span className={classes('truncate', head !== '' && 'max-w-[calc(100%-3ch)] shrink-0')}>{tail}</span>
      </span>
      {folder !== '' && (
        // The end of a long path is the most specific.
        <span dir="rtl" className="block w-fit max-w-full truncate text-xs text-muted">
          <bdi dir="ltr">{folder}</bdi>
        </span>
      )}
    </>
  );
}
