import { pages } from '#contract/addresses.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import * as words from '#messages/session/sign-in.ts';
import { useIsSignedIn } from './session.ts';

/**
 * Renders the link to the account in the header. A separate component, because the session is known only in the
 * browser, and React renders a component that reads it again in one long task right after its hydration.
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
      {isSignedIn ? words.goToDashboard : words.login}
    </LinkButton>
  );
}
