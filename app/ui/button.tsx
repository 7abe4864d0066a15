import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { buttonStyle, type ButtonSize, type ButtonVariant } from './button-style.ts';
import { classes } from './classes.ts';
import { Spinner } from './spinner.tsx';

type ButtonProps = Omit<ComponentProps<'button'>, 'ref'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner and takes no further press; the label stays, so say in words what is going on. */
  busy?: boolean;
};

/** A button. Its type is `button` unless told otherwise. One that had the focus has it again once it is no longer busy. */
export function Button({ variant, size, busy = false, className, children, disabled, ...rest }: ButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);

  useLayoutEffect(
    function keepFocus() {
      if (busy) hadFocus.current = document.activeElement === ref.current;
      // A browser takes the focus from what is disabled, and gives it to nothing.
      else if (hadFocus.current && document.activeElement === document.body) ref.current?.focus();
    },
    [busy],
  );

  return (
    <button
      ref={ref}
      type="button"
      {...rest}
      className={classes(buttonStyle(variant, size), className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
