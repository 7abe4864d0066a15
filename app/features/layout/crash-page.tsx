import { useRouter } from '@tanstack/react-router';
import { pages } from '#contract/addresses.ts';
import { Button } from '#app/ui/button.tsx';
import { AnchorButton } from '#app/ui/link-button.tsx';
import { MissingBook } from './missing-book.tsx';

/** What stands in for a page that failed to render (specification 2). The router has logged why. */
export function CrashPage() {
  const router = useRouter();
  return (
    <div className="mx-auto flex max-w-prose flex-col items-center px-4 py-20 text-center" role="alert">
      <MissingBook />
      <h1 className="mt-6 text-3xl">Unexpected Application Error!</h1>
      <p className="mt-4 mb-8 text-muted">
        Something broke on our side, not on yours. Trying once more often helps; nothing of yours was lost.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={() => void router.invalidate()}>Try again</Button>
        {/* A plain link: a full load leaves whatever broke behind. */}
        <AnchorButton href={pages.home()} variant="secondary">
          Return to Home
        </AnchorButton>
      </div>
    </div>
  );
}
