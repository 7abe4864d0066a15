import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { controlStyle } from './control-style.ts';

/** Renders a one-line text box. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={classes(controlStyle, className)} />;
}

/** Renders a text box of several lines. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={6} {...rest} className={classes(controlStyle, className)} />;
}
