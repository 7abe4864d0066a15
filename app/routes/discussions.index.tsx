import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { pages } from '#contract/addresses.ts';
import { searchPosts } from '#domain/forum.ts';
import { discussionsPanelId, FacultyTabs } from '#app/features/forum/faculty-tabs.tsx';
import { forumFaculties } from '#app/features/forum/forum-faculties.ts';
import { readForumSearch } from '#app/features/forum/forum-search.ts';
import { PostCard } from '#app/features/forum/post-card.tsx';
import { PreviewNotice } from '#app/features/forum/preview-notice.tsx';
import { samplePosts } from '#app/features/forum/sample-forum.ts';
import { pageHead } from '#app/features/layout/page-head.ts';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { showToast } from '#app/ui/toast/toast.ts';
import * as forum from '#messages/forum/forum.ts';
import * as words from '#messages/forum/list.ts';
import * as titles from '#messages/head.ts';
import * as nouns from '#messages/nouns.ts';

export const Route = createFileRoute('/discussions/')({
  validateSearch: readForumSearch,
  head: () => {
    const head = pageHead([nouns.discussions], titles.discussionsDescription);
    return { meta: [...head.meta, { name: 'robots', content: 'noindex' }] };
  },
  component: DiscussionsPage,
});

function DiscussionsPage() {
  const { data: site } = useSuspenseQuery(siteQuery(Route.useRouteContext().shelf));
  const { faculty, search } = Route.useSearch();
  const facultyId = forumFaculties.find((each) => each.id === faculty)?.id ?? null;
  const posts = searchPosts(samplePosts, { facultyId, search: search ?? '' });
  return (
    <div className="mx-auto max-w-4xl px-4 pt-8 sm:px-6 sm:pt-12">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl sm:text-4xl">{words.forum}</h1>
        <LinkButton to={pages.newDiscussion()} onClick={announcePosting}>
          {forum.createPost}
        </LinkButton>
      </div>
      <div className="mt-6 grid grid-cols-1 gap-4">
        <PreviewNotice />
        <SearchBox facultyId={facultyId} search={search} />
        <FacultyTabs facultyId={facultyId} search={search} />
      </div>
      <div role="tabpanel" id={discussionsPanelId} aria-label={nouns.discussions} className="pt-6">
        {posts.length > 0 ? (
          <ul className="grid grid-cols-1 gap-4">
            {posts.map((post) => (
              <PostCard key={post.id} post={post} timeZone={site.timeZone} />
            ))}
          </ul>
        ) : (
          <EmptyState text={words.noDiscussions} />
        )}
      </div>
    </div>
  );
}

/** Searches while the user types; without scripts, on Enter. */
function SearchBox({ facultyId, search }: { facultyId: string | null; search: string | undefined }) {
  const navigate = Route.useNavigate();
  const lookFor = (text: string) =>
    navigate({
      search: { faculty: facultyId ?? undefined, search: text || undefined },
      replace: true,
      resetScroll: false,
    });
  return (
    <search>
      <form action={pages.discussions()} onSubmit={(event) => event.preventDefault()}>
        {facultyId && <input type="hidden" name="faculty" value={facultyId} />}
        <div className="relative">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 start-3 size-5 -translate-y-1/2 text-muted"
          />
          <TextInput
            type="search"
            name="search"
            aria-label={words.searchDiscussions}
            placeholder={words.searchPlaceholder}
            maxLength={200}
            defaultValue={search}
            onChange={(event) => void lookFor(event.target.value)}
            className="ps-11"
          />
        </div>
        <Button type="submit" className="only-without-scripts mt-2">
          {words.searchDiscussions}
        </Button>
      </form>
    </search>
  );
}

function announcePosting() {
  showToast({
    title: forum.comingSoon,
    text: words.postingIsComing,
    tone: 'plain',
  });
}
