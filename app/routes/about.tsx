import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ContentArticle } from '#app/features/content/content-article.tsx';
import { contentPageQuery, loadContentPage } from '#app/features/content/content-page-query.ts';
import { pageHead } from '#app/features/layout/page-head.ts';

export const Route = createFileRoute('/about')({
  loader: ({ context }) => loadContentPage(context, 'about'),
  head: ({ loaderData }) => pageHead(loaderData ? [loaderData.title] : [], loaderData?.description),
  component: AboutPage,
});

function AboutPage() {
  const { data: page } = useSuspenseQuery(contentPageQuery(Route.useRouteContext().shelf, 'about'));
  return page && <ContentArticle page={page} />;
}
