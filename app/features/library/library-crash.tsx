import { useRouter } from '@tanstack/react-router';
import { MissingBook } from '#app/features/layout/missing-book.tsx';
import { Button } from '#app/ui/button.tsx';

/** What stands in for the library when it failed to render (specification 2). */
export function LibraryCrash() {
  const router = useRouter();
  return (
    <div role="alert" className="mx-auto flex max-w-prose flex-col items-center px-4 py-20 text-center">
      <MissingBook />
      <h1 className="mt-6 text-2xl">Something went wrong</h1>
      <p className="mt-3 mb-6 text-muted">Please try refreshing the page or contact support.</p>
      <Button variant="secondary" onClick={() => void router.invalidate()}>
        Try again
      </Button>
    </div>
  );
}
