import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { pages } from '#contract/addresses.ts';
import { ContributorCard } from '#app/features/content/contributor-card.tsx';
import { pageHead } from '#app/features/layout/page-head.ts';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { LinkButton } from '#app/ui/link-button.tsx';

export const Route = createFileRoute('/contributors')({
  loader: ({ context }) => context.queryClient.ensureQueryData(siteQuery(context.shelf)),
  head: () =>
    pageHead(
      ['Contributors'],
      'The people who supply the question papers, notes and revision materials, and how to join them.',
    ),
  component: ContributorsPage,
});

function ContributorsPage() {
  const { data: site } = useSuspenseQuery(siteQuery(Route.useRouteContext().shelf));
  const hasSamples = site.contributors.some((person) => person.isSample);
  return (
    <div className="mx-auto max-w-page px-4 pt-8 sm:px-6 sm:pt-12">
      <h1 className="text-3xl sm:text-4xl">Contributors</h1>
      <p className="mt-3 max-w-[66ch] text-lg text-muted">
        Every paper here was saved, scanned or typed by someone with exams of their own to think about. Thank you.
      </p>
      <ul className="mt-8 grid grid-cols-1 gap-4 sm:gap-6 sm:grid-cols-3">
        {site.contributors.map((person) => (
          <ContributorCard key={person.name} person={person} language={site.language} />
        ))}
      </ul>
      {hasSamples && <p className="mt-4 max-w-[66ch] text-sm text-muted">These are examples, not real people.</p>}
      <section className="mt-12 max-w-[66ch]">
        <h2 className="text-xl">Your name could be here</h2>
        <p className="mt-3">
          Do you have a question paper, notes you are proud of, or a page that helped you through the night before? Send
          it in, and next year's students will thank you.
        </p>
        <LinkButton to={pages.contact()} hash="sending-in-material" className="mt-5">
          How to send material
        </LinkButton>
      </section>
    </div>
  );
}
