import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

/** The style of all text boxes and selects. */
export const controlStyle =
  'block w-full min-h-11 rounded-card border border-edge bg-card px-3 py-2 text-base text-ink placeholder:text-muted ' +
  'hover:border-ink disabled:cursor-not-allowed disabled:border-hairline disabled:bg-sunken disabled:text-muted ' +
  'aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger';

/** Renders a one-line text box. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={classes(controlStyle, className)} />;
}

/** Renders a text box of several lines. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={6} {...rest} className={classes(controlStyle, className)} />;
}
