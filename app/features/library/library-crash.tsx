import { useRouter } from '@tanstack/react-router';
import { MessagePage } from '#app/features/layout/message-page.tsx';
import { TryAgain } from '#app/ui/try-again.tsx';

/** Replaces the library if it failed to render. */
export function LibraryCrash() {
  const router = useRouter();
  return (
    <MessagePage role="alert" title="Something went wrong" text="Please try refreshing the page or contact support.">
      <TryAgain variant="primary" onTry={() => router.invalidate()} />
    </MessagePage>
  );
}
