import type { ReactNode } from 'react';
import { betweenWords } from './between-words.ts';
import { classes } from './classes.ts';

const tones = {
  plain: 'bg-sunken text-muted',
  new: 'bg-marigold-tint text-ink',
  accent: 'bg-accent-tint text-accent',
  danger: 'bg-danger-tint text-danger',
};

/** Renders a word or number on a small coloured background: New, Sample, a count. */
export function Badge({
  tone = 'plain',
  className,
  children,
}: {
  tone?: keyof typeof tones;
  className?: string;
  children: ReactNode;
}) {
  return (
    <>
      {betweenWords}
      <span
        className={classes(
          'inline-flex items-center gap-1 rounded-full px-2 py-px text-xs font-medium max-w-full shrink-0',
          tones[tone],
          className,
        )}
      >
        {children}
      </span>
    </>
  );
}
