import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { betweenWords } from './between-words.ts';
import { buttonStyle, type ButtonSize, type ButtonVariant } from './button-style.ts';
import { classes } from './classes.ts';
import { Spinner } from './spinner.tsx';

type ButtonProps = Omit<ComponentProps<'button'>, 'ref'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner and ignores presses. The label stays, so it should name the running action. */
  busy?: boolean;
};

/**
 * Renders a button, of type `button` by default. If it had the focus before it was busy, the focus returns to it
 * afterwards.
 */
export function Button({ variant, size, busy = false, className, children, disabled, ...rest }: ButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);

  useLayoutEffect(
    function keepFocus() {
      if (busy) hadFocus.current = document.activeElement === ref.current;
      // Browsers remove the focus from a disabled control.
      else if (hadFocus.current && document.activeElement === document.body) ref.current?.focus();
    },
    [busy],
  );

  return (
    <>
      {betweenWords}
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
    </>
  );
}
