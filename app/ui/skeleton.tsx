import { classes } from './classes.ts';

/** A grey bar where content is loading; give it the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classes('block animate-pulse rounded-md bg-hairline/70', className)} />;
}

/** Rows of a list that is loading, with a text for screen readers. */
export function SkeletonRows({ count = 4, rowClassName = 'h-32 sm:h-20' }: { count?: number; rowClassName?: string }) {
  return (
    <output className="grid grid-cols-1 gap-3">
      <span className="sr-only">Loading…</span>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className={classes('rounded-card', rowClassName)} />
      ))}
    </output>
  );
}
