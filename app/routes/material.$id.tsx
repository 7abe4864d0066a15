import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import { pages } from '#contract/addresses.ts';
import type { WithdrawnPlace } from '#contract/shelf.ts';
import { findTerm, type Faculty } from '#domain/catalogue.ts';
import type { Material } from '#domain/material.ts';
import { MessagePage } from '#app/features/layout/message-page.tsx';
import { pageHead } from '#app/features/layout/page-head.ts';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { readListSearch } from '#app/features/materials/list-search.ts';
import { answerStatus } from '#app/features/layout/fetch-first.ts';
import { MaterialDetails } from '#app/features/material-list/material-details.tsx';
import { materialQuery, materialTextQuery } from '#app/features/materials/material-queries.ts';
import { MaterialTextSection } from '#app/features/materials/material-text.tsx';
import { facultyQuery } from '#app/features/subject/faculty-queries.ts';
import { subjectRoutes } from '#app/features/subject/subject-routes.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import * as actions from '#messages/actions.ts';
import * as titles from '#messages/head.ts';
import * as nouns from '#messages/nouns.ts';
import * as words from '#messages/pages/material.ts';
import { shelfNames } from '#messages/kinds.ts';

/** The page of a material. 404 if no material ever had this id, 410 if the material was withdrawn or is hidden. */
export const Route = createFileRoute('/material/$id')({
  validateSearch: readListSearch,
  loader: async ({ context, params }) => {
    const found = await context.queryClient.ensureQueryData(materialQuery(context.shelf, params.id));
    if (found.state === 'missing') throw notFound();
    if (found.state !== 'published') {
      answerStatus(410);
      if (found.place) await context.queryClient.ensureQueryData(facultyQuery(context.shelf, found.place.facultyId));
      return { isHidden: found.state === 'hidden' };
    }
    // The page is complete without it, so a failure is not reported, and the browser does not wait for it.
    const text = context.queryClient.prefetchQuery(materialTextQuery(context.shelf, params.id));
    await Promise.all([
      import.meta.env.SSR && text,
      context.queryClient.ensureQueryData(siteQuery(context.shelf)),
      context.queryClient.ensureQueryData(facultyQuery(context.shelf, found.material.facultyId)),
    ]);
    return { isHidden: false };
  },
  // `SiteHead` replaces this while the material is published.
  head: ({ loaderData }) => pageHead([loaderData?.isHidden ? titles.hidden : titles.withdrawn]),
  component: MaterialPage,
});

function MaterialPage() {
  const { shelf } = Route.useRouteContext();
  const { id } = Route.useParams();
  const { data: found } = useSuspenseQuery(materialQuery(shelf, id));
  if (found.state !== 'published') {
    return (
      <MessagePage
        title={found.state === 'hidden' ? titles.hidden : titles.withdrawn}
        text={found.state === 'hidden' ? words.hiddenDetails : words.withdrawnDetails}
      >
        {found.state !== 'missing' && found.place && <WayBack place={found.place} />}
        <LinkButton to={pages.home()} activeOptions={{ exact: true }} variant="secondary">
          {actions.returnHome}
        </LinkButton>
      </MessagePage>
    );
  }
  return <Published material={found.material} />;
}

function Published({ material }: { material: Material }) {
  const { shelf } = Route.useRouteContext();
  const { data: site } = useSuspenseQuery(siteQuery(shelf));
  const { data: faculty } = useSuspenseQuery(facultyQuery(shelf, material.facultyId));
  const { page, find } = Route.useSearch();
  return (
    <div className="mx-auto max-w-page px-4 py-6 sm:px-6 md:py-8">
      <Way material={material} faculty={faculty} />
      <MaterialDetails material={material} faculty={faculty} site={site} at={{ page, find }} />
      <MaterialTextSection id={material.id} />
    </div>
  );
}

/** Renders the breadcrumb, without levels that are no longer in the catalogue. */
function Way({ material, faculty }: { material: Material; faculty: Faculty | null }) {
  const term = faculty && findTerm(faculty, material.semesterId);
  const subject = term?.subjects.find((each) => each.name === material.subject);
  const params = { facultyId: material.facultyId, semesterId: material.semesterId, subject: subject?.slug ?? '' };
  if (material.kind === 'book') {
    return (
      <Breadcrumb isHereInHeading>
        <Link to={pages.home()}>{nouns.home}</Link>
        <Link to={pages.books()}>{nouns.library}</Link>
        <span>{material.title}</span>
      </Breadcrumb>
    );
  }
  return (
    <Breadcrumb isHereInHeading>
      <Link to={pages.home()}>{nouns.home}</Link>
      {faculty && (
        <Link to="/faculty/$facultyId" params={params}>
          {faculty.name}
        </Link>
      )}
      {term && (
        <Link to="/faculty/$facultyId/semester/$semesterId" params={params}>
          {term.name}
        </Link>
      )}
      {subject && (
        <Link to={subjectRoutes[material.kind]} params={params}>
          {subject.name}
        </Link>
      )}
      <span>{material.title}</span>
    </Breadcrumb>
  );
}

/** Links to other materials of the withdrawn material's subject; renders nothing if the catalogue no longer has the subject. */
function WayBack({ place }: { place: WithdrawnPlace }) {
  const { shelf } = Route.useRouteContext();
  const { kind, facultyId, semesterId } = place;
  const { data: faculty } = useSuspenseQuery(facultyQuery(shelf, facultyId));
  const term = faculty && findTerm(faculty, semesterId);
  const subject = term?.subjects.find((each) => each.name === place.subject);
  if (!faculty || !term || !subject) return null;
  if (kind === 'book') {
    return (
      <LinkButton to="/books" search={{ faculty: facultyId, semester: semesterId }}>
        {shelfNames.book}: {faculty.name}, {term.name}
      </LinkButton>
    );
  }
  return (
    <LinkButton to={subjectRoutes[kind]} params={{ facultyId, semesterId, subject: subject.slug }}>
      {shelfNames[kind]}: {subject.name}
    </LinkButton>
  );
}
