import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import { ArrowLeft, ChevronUp } from 'lucide-react';
import { pages } from '#contract/addresses.ts';
import { CommentCard, CommentForm } from '#app/features/forum/comment-card.tsx';
import { PostFacts, PostTags, UpvotesWithoutButton } from '#app/features/forum/post-facts.tsx';
import { PreviewNotice } from '#app/features/forum/preview-notice.tsx';
import { fetchCode } from '#app/features/layout/fetch-code.ts';
import { MessagePage } from '#app/features/layout/message-page.tsx';
import { pageHead } from '#app/features/layout/page-head.ts';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { Button } from '#app/ui/button.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { showToast } from '#app/ui/toast/toast.ts';
import { number } from '#messages/format.ts';
import * as forum from '#messages/forum/forum.ts';
import * as missing from '#messages/forum/not-found.ts';
import * as words from '#messages/forum/post.ts';
import * as titles from '#messages/head.ts';
import * as nouns from '#messages/nouns.ts';

export const Route = createFileRoute('/discussions/$postId')({
  loader: async ({ params }) => {
    // Loaded only here: the samples are not part of the first load of other pages.
    const { findDiscussion } = await fetchCode(() => import('#app/features/forum/sample-forum.ts'));
    const discussion = findDiscussion(params.postId);
    if (!discussion) throw notFound();
    return discussion;
  },
  head: ({ loaderData }) => {
    const head = pageHead(loaderData ? [loaderData.post.title, nouns.discussions] : [titles.discussionNotFound]);
    return { meta: [...head.meta, { name: 'robots', content: 'noindex' }] };
  },
  component: DiscussionPage,
  notFoundComponent: DiscussionNotFound,
});

function DiscussionPage() {
  const { post, comments } = Route.useLoaderData();
  const { data: site } = useSuspenseQuery(siteQuery(Route.useRouteContext().shelf));
  return (
    <div className="mx-auto max-w-prose px-4 pt-6 sm:px-6 sm:pt-10">
      <Link
        to="/discussions"
        className="-ms-1 inline-flex min-h-11 items-center gap-2 px-1 text-accent underline-offset-4 hover:underline"
      >
        <ArrowLeft aria-hidden="true" className="size-4 rtl:rotate-180" />
        {forum.backToDiscussions}
      </Link>
      <article className="mt-2 grid grid-cols-1 gap-4">
        <PostFacts post={post} timeZone={site.timeZone} />
        <h1 className="text-3xl">{post.title}</h1>
        <PostTags tags={post.tags} />
        <div className="grid max-w-[66ch] gap-4 text-[1.0625rem] leading-[1.7]">
          {post.content.split('\n\n').map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <UpvotesWithoutButton count={post.upvotes} />
        <Button variant="secondary" className="justify-self-start" onClick={announceUpvoting}>
          <ChevronUp aria-hidden="true" className="size-5" />
          {words.upvote(
            <span key="count" className="text-muted">
              {number(post.upvotes)}
            </span>,
          )}
        </Button>
      </article>
      <section className="mt-12 grid grid-cols-1 gap-5 border-t border-hairline pt-8">
        <h2 className="text-xl">{words.comments(comments.length)}</h2>
        <PreviewNotice />
        <CommentForm />
        {comments.length > 0 ? (
          <ul className="grid grid-cols-1 gap-3">
            {comments.map((comment) => (
              <CommentCard key={comment.id} comment={comment} timeZone={site.timeZone} />
            ))}
          </ul>
        ) : (
          <p className="text-muted">{words.noComments}</p>
        )}
      </section>
    </div>
  );
}

function DiscussionNotFound() {
  return (
    <MessagePage title={titles.discussionNotFound} text={missing.details}>
      <LinkButton to={pages.discussions()}>{missing.returnToDiscussions}</LinkButton>
    </MessagePage>
  );
}

function announceUpvoting() {
  showToast({
    title: forum.comingSoon,
    text: words.upvotingIsComing,
    tone: 'plain',
  });
}
