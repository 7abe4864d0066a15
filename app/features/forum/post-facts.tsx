import { Badge } from '#app/ui/badge.tsx';
import { formatDay } from '#app/features/materials/figures.ts';
import type { ForumPost } from '#domain/forum.ts';
import { nameForumFaculty } from './forum-faculties.ts';

/** Renders the author of a post, its time, and its faculty. */
export function PostFacts({ post, timeZone }: { post: ForumPost; timeZone: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <span className="font-medium text-ink">{post.authorName}</span>
      <Badge>Sample</Badge> <time dateTime={post.createdAt}>{formatDay(post.createdAt, timeZone)}</time>{' '}
      <span>{nameForumFaculty(post.facultyId)}</span>
    </p>
  );
}

/** Renders the tags of a post in a row. */
export function PostTags({ tags }: { tags: readonly string[] }) {
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag}>
          <Badge tone="accent">{tag}</Badge>
        </li>
      ))}
    </ul>
  );
}
