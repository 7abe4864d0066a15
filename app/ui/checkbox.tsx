import type { ComponentProps, ReactNode } from 'react';
import { betweenWords } from './between-words.ts';
import { classes } from './classes.ts';

/** Renders a checkbox with its label next to it; the whole line can be pressed. */
export function Checkbox({ label, className, ...rest }: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }) {
  return (
    <>
      {betweenWords}
      <label className={classes('flex min-h-11 items-center gap-3', className)}>
        <input type="checkbox" {...rest} className="size-5 shrink-0 accent-accent" />
        <span>{label}</span>
      </label>
    </>
  );
}
