import { ChevronUp } from 'lucide-react';

type CountProps = { Icon: typeof ChevronUp; count: number; one: string; many: string };

/** A number of things in words, with their icon. */
export function Count({ Icon, count, one, many }: CountProps) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon aria-hidden="true" className="size-4" />
      {count} {count === 1 ? one : many}
    </span>
  );
}

/** The number of upvotes in words. */
export function UpvoteCount({ count }: { count: number }) {
  return <Count Icon={ChevronUp} count={count} one="upvote" many="upvotes" />;
}

/** The number of upvotes where there are no scripts, and so no button that shows it. */
export function UpvotesWithoutButton({ count }: { count: number }) {
  return (
    <p className="only-without-scripts mt-2 text-sm text-muted">
      <UpvoteCount count={count} />
    </p>
  );
}
