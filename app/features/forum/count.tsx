import { ChevronUp } from 'lucide-react';

type CountProps = { Icon: typeof ChevronUp; count: number; one: string; many: string };

/** Renders a count in words, with an icon. */
export function Count({ Icon, count, one, many }: CountProps) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon aria-hidden="true" className="size-4" />
      {count} {count === 1 ? one : many}
    </span>
  );
}

/** Renders the number of upvotes in words. */
export function UpvoteCount({ count }: { count: number }) {
  return <Count Icon={ChevronUp} count={count} one="upvote" many="upvotes" />;
}

/** Renders the number of upvotes when scripts are off and no button shows it. */
export function UpvotesWithoutButton({ count }: { count: number }) {
  return (
    <p className="only-without-scripts mt-2 text-sm text-muted">
      <UpvoteCount count={count} />
    </p>
  );
}
