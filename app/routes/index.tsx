import { skipToken, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { bannerHeadScript } from '#app/features/home/banner-start.ts';
import { Banner } from '#app/features/home/banner.tsx';
import { exampleQuery, type Example } from '#app/features/home/example-query.ts';
import { FacultyPicker } from '#app/features/home/faculty-picker.tsx';
import { HomeHero } from '#app/features/home/home-hero.tsx';
import { ResourcesOverview } from '#app/features/home/resources-overview.tsx';
import { fetchFirst } from '#app/features/layout/fetch-first.ts';
import { pageHead } from '#app/features/layout/page-head.ts';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { ReturningVisitor } from '#app/features/my-reading/returning-visitor.tsx';
import { PageSearchBox } from '#app/features/search/page-search-box.tsx';
import { firstTermId, useFaculty } from '#app/features/subject/faculty-context.tsx';
import { facultiesQuery, shelfTotalsQuery } from '#app/features/subject/faculty-queries.ts';
import { useLastTerm } from '#app/features/subject/last-term.ts';
import { TermLinks } from '#app/features/subject/term-strip.tsx';
import { sumByFaculty } from '#app/features/subject/shelf-summary.ts';
import { digits } from '#messages/format.ts';
import * as titles from '#messages/head.ts';
import * as words from '#messages/home.ts';

/** Lists the four steps from Home to a document. */
function HowItWorks() {
  return (
    <ol className="grid grid-cols-1 gap-4 min-[22rem]:grid-cols-2 sm:gap-x-6 sm:gap-y-5 lg:grid-cols-4">
      {words.steps.map((step, index) => (
        <li key={step.title} className="flex gap-4 lg:flex-col lg:gap-3">
          <span
            aria-hidden="true"
            className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-tint font-serif text-lg font-semibold text-accent max-sm:hidden"
          >
            {digits(index + 1)}
          </span>
          <div>
            <h3 className="text-lg leading-snug">
              <span aria-hidden="true" className="text-accent sm:hidden">
                {digits(index + 1)}
              </span>{' '}
              {step.title}
            </h3>
            <p className="mt-0.5 text-sm text-muted">{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

export const Route = createFileRoute('/')({
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(facultiesQuery(context.shelf));
    await fetchFirst(context.queryClient, shelfTotalsQuery(context.shelf));
    // Home is complete without it, so a failure is not shown.
    if (import.meta.env.SSR) await context.queryClient.prefetchQuery(exampleQuery(context.shelf));
  },
  head: ({ match }) => {
    const { queryClient, shelf } = match.context;
    // In the browser a script of the head would run on a later visit within the site, without effect.
    const site = import.meta.env.SSR && queryClient.getQueryData(siteQuery(shelf).queryKey);
    const images = site ? site.banner.map(({ image }) => image) : [];
    return {
      ...pageHead([titles.home], titles.homeDescription),
      scripts: images.length > 0 ? [{ children: bannerHeadScript(images) }] : [],
    };
  },
  component: Home,
});

function Home() {
  const { shelf } = Route.useRouteContext();
  const { data: site } = useSuspenseQuery(siteQuery(shelf));
  const { data: faculties } = useSuspenseQuery(facultiesQuery(shelf));
  const { data: totals } = useQuery(shelfTotalsQuery(shelf));
  // The key of `exampleQuery`, whose code only the loader imports: shared, it would divide the browser's code into more files.
  const { data: example = null } = useQuery<Example | null>({ queryKey: ['example-question'], queryFn: skipToken });
  const { selectFaculty } = useFaculty();
  const lastTerm = useLastTerm();

  return (
    <>
      <HomeHero search={<PageSearchBox text="" />} example={example} lastTerm={lastTerm} />
      <div className={partsStyle}>
        <ReturningVisitor />
        <Part id="faculties" title={words.chooseFaculty}>
          <FacultyPicker
            faculties={faculties}
            counts={totals ? sumByFaculty(totals) : null}
            renderTerms={(faculty) => (
              <TermLinks
                faculty={faculty}
                lastId={lastTerm?.facultyId === faculty.id ? lastTerm.semesterId : undefined}
                namesFaculty
              />
            )}
            firstTermId={firstTermId}
            onSelect={selectFaculty}
          />
        </Part>
      </div>
      <Banner slides={site.banner} />
      <div className={`${partsStyle} pt-6 sm:pt-14`}>
        <Part id="resources" title={words.resources}>
          <ResourcesOverview totals={totals?.totals ?? null} lastTerm={lastTerm} />
        </Part>
        <Part id="how-it-works" title={words.howItWorks}>
          <HowItWorks />
        </Part>
      </div>
    </>
  );
}

const partsStyle = 'mx-auto grid max-w-page gap-6 px-4 sm:gap-14 sm:px-6';

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-2xl sm:mb-5">
        {title}
      </h2>
      {children}
    </section>
  );
}
