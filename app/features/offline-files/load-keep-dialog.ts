import { queryOptions } from '@tanstack/react-query';
import { fetchCode } from '#app/features/layout/fetch-code.ts';

/** Loads the code for offline materials, with its dialog, on first use. */
export function loadKeepDialog() {
  return queryOptions({
    queryKey: ['dialog-code', 'keep'],
    queryFn: () => fetchCode(() => import('./keep-dialog.tsx')),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    networkMode: 'always',
  });
}
