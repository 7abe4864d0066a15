import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { betweenWords } from './between-words.ts';
import { classes } from './classes.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'destructive';

/** `small` is lower but has a touch target of 44 px; `icon` is a square for one icon. */
export type ButtonSize = 'medium' | 'small' | 'icon';

const shape =
  'no-print relative inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-card border font-medium select-none ' +
  'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 ' +
  'aria-busy:cursor-progress';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-on-accent enabled:hover:bg-accent-strong [a&]:hover:bg-accent-strong',
  secondary:
    'border-edge bg-card text-ink enabled:hover:border-accent enabled:hover:text-accent [a&]:hover:border-accent [a&]:hover:text-accent',
  ghost: 'border-transparent text-ink enabled:hover:bg-sunken [a&]:hover:bg-sunken',
  destructive: 'border-transparent bg-danger text-on-danger enabled:hover:bg-danger-strong [a&]:hover:bg-danger-strong',
};

const sizes: Record<ButtonSize, string> = {
  medium: 'min-h-11 px-5 py-2 text-base',
  small: 'min-h-11 min-w-19 px-4 py-1.5 text-sm',
  icon: 'size-11 text-base',
};

/** Returns the style of a button, for `Button` itself and for links that look like one. */
export function buttonStyle(variant: ButtonVariant = 'primary', size: ButtonSize = 'medium'): string {
  return classes(shape, variants[variant], sizes[size]);
}

/** Renders a small spinning ring. It has no text. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'inline-block size-4 animate-spin rounded-full border-2 border-current border-e-transparent',
        className,
      )}
    />
  );
}

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
