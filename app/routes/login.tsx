import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Navigate } from '@tanstack/react-router';
import { pages } from '#contract/addresses.ts';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { useIsSignedIn } from '#app/features/session/session.ts';
import { SignInForm } from '#app/features/session/sign-in-form.tsx';
import { Card } from '#app/ui/card.tsx';
import { showToast } from '#app/ui/toast/toast.ts';
import { pageTitle } from '#app/features/layout/page-head.ts';
import * as words from '#messages/session/sign-in.ts';

export const Route = createFileRoute('/login')({
  head: () => ({ meta: [{ title: pageTitle([words.adminLogin]) }, { name: 'robots', content: 'noindex' }] }),
  component: Login,
});

function Login() {
  const { data: site } = useSuspenseQuery(siteQuery(Route.useRouteContext().shelf));
  const queryClient = useQueryClient();
  const isSignedIn = useIsSignedIn();
  if (isSignedIn) return <Navigate to={pages.admin()} replace />;
  return (
    <div className="mx-auto w-full max-w-md px-4 py-10 sm:py-16">
      <Card className="p-6 sm:p-8">
        <h1 className="text-2xl">{words.adminLogin}</h1>
        <p className="mt-1 mb-6 text-balance text-muted">{words.enterCredentials}</p>
        <SignInForm
          ids={site.ids}
          onSignedIn={(account) => {
            queryClient.setQueryData(['account'], account);
            showToast({ tone: 'success', title: words.welcome(account.name) });
          }}
        />
        <div className="mt-6 grid gap-2 text-sm text-muted">
          <p>{words.keptSignedIn}</p>
          <p>
            {words.forgotPassword}
            {!site.isContactPlaceholder && (
              <>
                {' '}
                <a className="underline wrap-anywhere" href={`mailto:${site.contactEmail}`}>
                  {site.contactEmail}
                </a>
              </>
            )}
          </p>
        </div>
      </Card>
    </div>
  );
}
