import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ContentArticle } from '#app/features/content/content-article.tsx';
import { contentPageQuery, loadContentPage } from '#app/features/content/content-page-query.ts';
import { pageHead } from '#app/features/layout/page-head.ts';

export const Route = createFileRoute('/privacy')({
  loader: ({ context }) => loadContentPage(context, 'privacy'),
  head: ({ loaderData }) => pageHead(loaderData ? [loaderData.title] : [], loaderData?.description),
  component: PrivacyPage,
});

function PrivacyPage() {
  const { data: page } = useSuspenseQuery(contentPageQuery(Route.useRouteContext().shelf, 'privacy'));
  return page && <ContentArticle page={page} />;
}
