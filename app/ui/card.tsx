import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

/** The style of a card: white with a hairline border. */
export const cardStyle = 'rounded-card border border-hairline bg-card';

/** Renders a card as a plain box; for a list item or an article use `cardStyle`. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classes(cardStyle, 'p-5', className)} />;
}
