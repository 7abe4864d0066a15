import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { pageHead } from '#app/features/layout/page-head.ts';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { Badge } from '#app/ui/badge.tsx';
import { cardStyle } from '#app/ui/card.tsx';
import { classes } from '#app/ui/classes.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { pages } from '#contract/addresses.ts';
import type { Site } from '#contract/shelf.ts';
import * as titles from '#messages/head.ts';
import * as nouns from '#messages/nouns.ts';
import * as words from '#messages/pages/contributors.ts';

type ContributorCardProps = { person: Site['contributors'][number]; language: string };

/** Shows a contributor: picture, name, and what they contribute. `language` is the language of the operator's texts. */
function ContributorCard({ person, language }: ContributorCardProps) {
  return (
    <li
      lang={language}
      className={classes(cardStyle, 'flex flex-col items-center gap-4 p-6 text-center sm:max-md:p-4')}
    >
      <img src={person.avatar} alt="" width={112} height={112} className="size-28 rounded-full object-cover" />
      <div className="flex flex-wrap items-center justify-center gap-2">
        <h2 className="text-lg">{person.name}</h2>
        {person.isSample && <Badge>{nouns.sample}</Badge>}
      </div>
      <p className="max-w-[34ch] text-muted">{person.contribution}</p>
    </li>
  );
}

export const Route = createFileRoute('/contributors')({
  loader: ({ context }) => context.queryClient.ensureQueryData(siteQuery(context.shelf)),
  head: () => pageHead([titles.contributors], titles.contributorsDescription),
  component: ContributorsPage,
});

function ContributorsPage() {
  const { data: site } = useSuspenseQuery(siteQuery(Route.useRouteContext().shelf));
  const hasSamples = site.contributors.some((person) => person.isSample);
  return (
    <div className="mx-auto max-w-page px-4 pt-8 sm:px-6 sm:pt-12">
      <h1 className="text-3xl sm:text-4xl">{titles.contributors}</h1>
      <p className="mt-3 max-w-[66ch] text-lg text-muted">{words.thanks}</p>
      <ul className="mt-8 grid grid-cols-1 gap-4 sm:gap-6 sm:grid-cols-3">
        {site.contributors.map((person) => (
          <ContributorCard key={person.name} person={person} language={site.language} />
        ))}
      </ul>
      {hasSamples && <p className="mt-4 max-w-[66ch] text-sm text-muted">{words.areExamples}</p>}
      <section className="mt-12 max-w-[66ch]">
        <h2 className="text-xl">{words.joinThem}</h2>
        <p className="mt-3">{words.joinThemDetails}</p>
        <LinkButton to={pages.contact()} hash="sending-in-material" className="mt-5">
          {words.howToSend}
        </LinkButton>
      </section>
    </div>
  );
}
