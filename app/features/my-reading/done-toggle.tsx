import { CircleCheck } from 'lucide-react';
import { buttonStyle } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { named } from '#messages/format.ts';
import * as words from '#messages/my-reading/subject.ts';
import { useDone } from './done-papers.ts';

/** Marks a paper as done, on this device only. Not rendered without scripts. */
export function DoneToggle({ id, title, className }: { id: string; title: string; className?: string }) {
  const { isDone, toggle } = useDone(id);
  const label = isDone ? words.done : words.markAsDone;
  return (
    <button
      type="button"
      aria-pressed={isDone}
      aria-label={named(label, title)}
      data-tooltip={label}
      className={classes(
        buttonStyle('ghost', 'icon'),
        'invisible in-data-hydrated:visible',
        isDone ? 'text-on-accent! [&_svg]:fill-accent' : 'text-muted!',
        className,
      )}
      onClick={toggle}
    >
      <CircleCheck aria-hidden="true" className="size-6" strokeWidth={1.75} />
    </button>
  );
}
