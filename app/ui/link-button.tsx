import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { betweenWords } from './between-words.ts';
import { buttonStyle, type ButtonSize, type ButtonVariant } from './button.tsx';
import { classes } from './classes.ts';

type Look = { variant?: ButtonVariant; size?: ButtonSize };

/** Renders a plain link that looks like a button, for files and other sites. */
export function AnchorButton({ variant, size, className, children, ...rest }: ComponentProps<'a'> & Look) {
  return (
    <>
      {betweenWords}
      <a {...rest} className={classes(buttonStyle(variant, size), className)}>
        {children}
      </a>
    </>
  );
}

/** Links to one of our pages and looks like a button; has `to`, `params` and `search` like the router's Link. */
export const LinkButton = createLink(AnchorButton);
