import { Link } from '@tanstack/react-router';
import { MessageSquare } from 'lucide-react';
import type { ForumPost } from '#domain/forum.ts';
import { cardStyle } from '#app/ui/card.tsx';
import { classes } from '#app/ui/classes.ts';
import { comments } from '#messages/forum/list.ts';
import { PostFacts, PostTags, Count, UpvoteCount } from './post-facts.tsx';

/** Renders a discussion in the list; the whole card is a link to it. */
export function PostCard({ post, timeZone }: { post: ForumPost; timeZone: string }) {
  return (
    <li className={classes(cardStyle, 'relative grid grid-cols-1 gap-3 p-5 hover:border-accent')}>
      <h2 className="text-lg">
        <Link
          to="/discussions/$postId"
          params={{ postId: post.id }}
          className="hover:text-accent after:absolute after:inset-0 after:rounded-card"
        >
          {post.title}
        </Link>
      </h2>
      <PostTags tags={post.tags} />
      <p className="line-clamp-2 max-w-[70ch] text-muted">{post.content}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 sm:flex-nowrap">
        <PostFacts post={post} timeZone={timeZone} />
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted sm:shrink-0">
          <UpvoteCount count={post.upvotes} /> <Count Icon={MessageSquare} text={comments(post.commentCount)} />
        </p>
      </div>
    </li>
  );
}
