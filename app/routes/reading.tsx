import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useHydrated } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { pages } from '#contract/addresses.ts';
import { pageHead } from '#app/features/layout/page-head.ts';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { donePapers } from '#app/features/my-reading/done-papers.ts';
import { OpenedLink } from '#app/features/my-reading/opened-link.tsx';
import { forgetOpened, openedMaterials } from '#app/features/my-reading/opened-materials.ts';
import { PinButton } from '#app/features/my-reading/pin-button.tsx';
import { pinnedSubjects } from '#app/features/my-reading/pinned-subjects.ts';
import { ReadingActions } from '#app/features/my-reading/reading-actions.tsx';
import { newestFirst, useEntries } from '#app/features/my-reading/stored-entries.ts';
import { buttonStyle } from '#app/ui/button.tsx';
import { cardStyle } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import * as actions from '#messages/actions.ts';
import * as titles from '#messages/head.ts';
import * as nouns from '#messages/nouns.ts';
import * as words from '#messages/pages/reading.ts';

/** The reading history in this browser: opened materials, pinned subjects and papers marked as done. */
export const Route = createFileRoute('/reading')({
  loader: ({ context }) => context.queryClient.ensureQueryData(siteQuery(context.shelf)),
  head: () => {
    const head = pageHead([titles.reading], titles.readingDescription);
    return { meta: [...head.meta, { name: 'robots', content: 'noindex' }] };
  },
  component: ReadingPage,
});

function ReadingPage() {
  useSuspenseQuery(siteQuery(Route.useRouteContext().shelf));
  const isHydrated = useHydrated();
  const opened = newestFirst(useEntries(openedMaterials));
  const pinned = newestFirst(useEntries(pinnedSubjects));
  const done = useEntries(donePapers).size;
  return (
    <div className="mx-auto max-w-page px-4 pt-8 sm:px-6 sm:pt-12">
      <h1 className="text-3xl sm:text-4xl">{titles.reading}</h1>
      <p className="mt-3 mb-5 max-w-[66ch] text-lg text-muted">
        {words.introduction(
          <em key="clear">{actions.clearAll}</em>,
          <Link key="saved" to={pages.saved()} className="text-accent underline underline-offset-4">
            {nouns.savedOnDevice}
          </Link>,
        )}
      </p>
      <p className="only-without-scripts">{words.needsScripts}</p>
      <ReadingActions />
      {isHydrated && opened.length === 0 && pinned.length === 0 && done === 0 && (
        <div className="mt-8">
          <EmptyState text={words.nothingYet} />
        </div>
      )}
      {pinned.length > 0 && (
        <Part id="pinned" title={words.pinned}>
          {pinned.map(({ at: _at, id, ...subject }) => (
            <li
              key={id}
              className={`${cardStyle} relative flex items-center gap-3 py-2 ps-4 pe-2 focus-within:border-accent hover:border-accent`}
            >
              <span className="min-w-0 flex-1">
                <Link
                  to="/faculty/$facultyId/semester/$semesterId/subject/$subject"
                  params={{ facultyId: subject.facultyId, semesterId: subject.semesterId, subject: subject.slug }}
                  className="block truncate font-medium after:absolute after:inset-0 after:rounded-card hover:text-accent"
                >
                  {subject.name}
                </Link>
                <span className="block truncate text-xs text-muted">{subject.place}</span>
              </span>
              <span className="relative z-1">
                <PinButton subject={subject} />
              </span>
            </li>
          ))}
        </Part>
      )}
      {opened.length > 0 && (
        <Part id="opened" title={words.opened}>
          {opened.map((material) => (
            <li
              key={material.id}
              className={`${cardStyle} relative flex items-start gap-2 py-3 ps-4 pe-1 focus-within:border-accent hover:border-accent`}
            >
              <div className="flex min-w-0 flex-1 flex-col self-stretch">
                <OpenedLink material={material} />
              </div>
              <button
                type="button"
                className={`${buttonStyle('ghost', 'icon')} -my-2 z-1`}
                aria-label={words.removeOpened(material.title)}
                data-tooltip={actions.remove}
                onClick={() => forgetOpened(material.id)}
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </Part>
      )}
      {done > 0 && <p className="mt-8 text-muted">{words.done(done)}</p>}
    </div>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="mb-4 text-2xl">
        {title}
      </h2>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">{children}</ul>
    </section>
  );
}
