import { ChevronUp } from 'lucide-react';
import { formatDay } from '#app/features/materials/figures.ts';
import { Badge } from '#app/ui/badge.tsx';
import type { ForumPost } from '#domain/forum.ts';
import { upvotes } from '#messages/forum/facts.ts';
import * as words from '#messages/forum/forum.ts';
import * as nouns from '#messages/nouns.ts';
import { nameForumFaculty } from './forum-faculties.ts';

type CountProps = {
  Icon: typeof ChevronUp;
  /** The count in words. */
  text: string;
};

/** Renders a count with an icon. */
export function Count({ Icon, text }: CountProps) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon aria-hidden="true" className="size-4" />
      {text}
    </span>
  );
}

/** Renders the number of upvotes in words. */
export function UpvoteCount({ count }: { count: number }) {
  return <Count Icon={ChevronUp} text={upvotes(count)} />;
}

/** Renders the number of upvotes when scripts are off and no button shows it. */
export function UpvotesWithoutButton({ count }: { count: number }) {
  return (
    <p className="only-without-scripts mt-2 text-sm text-muted">
      <UpvoteCount count={count} />
    </p>
  );
}

/** Renders the author of a post, its time, and its faculty. */
export function PostFacts({ post, timeZone }: { post: ForumPost; timeZone: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <span className="font-medium text-ink">{post.authorName}</span>
      <Badge>{nouns.sample}</Badge> <time dateTime={post.createdAt}>{formatDay(post.createdAt, timeZone)}</time>{' '}
      <span>{nameForumFaculty(post.facultyId)}</span>
    </p>
  );
}

/** Renders the tags of a post in a row. */
export function PostTags({ tags }: { tags: readonly string[] }) {
  return (
    <ul aria-label={words.tags} className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag}>
          <Badge tone="accent">{tag}</Badge>
        </li>
      ))}
    </ul>
  );
}
