import { useRouterState } from '@tanstack/react-router';

/** Shows a progress bar below the header while the next page is loading; none for a page that loads at once. */
export function NavigationProgress() {
  const isLoading = useRouterState({ select: (state) => state.status === 'pending' });
  if (!isLoading) return null;
  return (
    <output className="coming-page absolute inset-x-0 -bottom-px block h-[3px] overflow-hidden">
      <span className="sr-only">Loading…</span>
      <span aria-hidden="true" className="block h-full w-2/5 bg-accent" />
    </output>
  );
}
