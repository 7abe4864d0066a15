import { useRouter } from '@tanstack/react-router';
import { MessagePage } from '#app/features/layout/message-page.tsx';
import { TryAgain } from '#app/ui/try-again.tsx';
import * as words from '#messages/library/crash.ts';

/** Replaces the library if it failed to render. */
export function LibraryCrash() {
  const router = useRouter();
  return (
    <MessagePage role="alert" title={words.crashed} text={words.crashedDetails}>
      <TryAgain variant="primary" onTry={() => router.invalidate()} />
    </MessagePage>
  );
}
