import { useRouter } from '@tanstack/react-router';
import { pages } from '#contract/addresses.ts';
import { AnchorButton } from '#app/ui/link-button.tsx';
import { TryAgain } from '#app/ui/try-again.tsx';
import { MessagePage } from './message-page.tsx';

export const crashWords = {
  title: 'Unexpected Application Error!',
  text: 'Something went wrong on our side, not yours. Trying again often helps.',
};

/** Replaces a page that failed to render. The router has logged the error. */
export function CrashPage() {
  const router = useRouter();
  return (
    <MessagePage role="alert" {...crashWords}>
      <TryAgain variant="primary" onTry={() => router.invalidate()} />
      {/* A plain link: a full page load discards the broken state. */}
      <AnchorButton href={pages.home()} variant="secondary">
        Return to Home
      </AnchorButton>
    </MessagePage>
  );
}
