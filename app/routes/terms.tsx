import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ContentArticle } from '#app/features/content/content-article.tsx';
import { contentPageQuery, loadContentPage } from '#app/features/content/content-page-query.ts';
import { pageHead } from '#app/features/layout/page-head.ts';

export const Route = createFileRoute('/terms')({
  loader: ({ context }) => loadContentPage(context, 'terms'),
  head: ({ loaderData }) => pageHead(loaderData ? [loaderData.title] : [], loaderData?.description),
  component: TermsPage,
});

function TermsPage() {
  const { data: page } = useSuspenseQuery(contentPageQuery(Route.useRouteContext().shelf, 'terms'));
  return page && <ContentArticle page={page} />;
}
