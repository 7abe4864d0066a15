import { pages } from '#contract/addresses.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { useIsSignedIn } from './session.ts';

/**
 * The link to the account in the header. A component of its own, because the session is known only in the browser: what
 * asks for it is rendered again as soon as it has hydrated, at once and without a break.
 */
export function AccountLink() {
  const isSignedIn = useIsSignedIn();
  return (
    <LinkButton
      to={isSignedIn ? pages.admin() : pages.login()}
      variant="secondary"
      size="small"
      className="whitespace-nowrap max-sm:w-full md:max-lg:px-2.5 md:max-[60rem]:px-2"
    >
      {isSignedIn ? 'Go to Dashboard' : 'Login'}
    </LinkButton>
  );
}
