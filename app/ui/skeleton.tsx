import { useHydrated } from '@tanstack/react-router';
import * as words from '#messages/ui.ts';
import { classes } from './classes.ts';

/** Renders a grey bar where content is loading; give it the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classes('block animate-pulse rounded-md bg-hairline/70', className)} />;
}

/**
 * Renders a text for screen readers, inside a live region. Not in the server's page: without scripts nothing would
 * load.
 */
export function LoadingWords() {
  return <span className="sr-only">{useHydrated() && words.loading}</span>;
}

/** Renders the rows of a list that is loading, with a text for screen readers. */
export function SkeletonRows({ count = 4, rowClassName = 'h-32 sm:h-20' }: { count?: number; rowClassName?: string }) {
  return (
    <output className="grid grid-cols-1 gap-3">
      <LoadingWords />
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className={classes('rounded-card', rowClassName)} />
      ))}
    </output>
  );
}
