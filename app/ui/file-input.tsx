import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { controlStyle } from './control-style.ts';

/** The browser's own file chooser, dressed. */
export function FileInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <input
      {...rest}
      type="file"
      className={classes(
        controlStyle,
        'file:mr-3 file:rounded-md file:border-0 file:bg-accent-tint file:px-3 file:py-1.5 file:font-medium file:text-accent',
        className,
      )}
    />
  );
}
