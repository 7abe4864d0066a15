import { queryOptions } from '@tanstack/react-query';
import { fetchCode } from '#app/features/layout/fetch-code.ts';

/** Loads the code for reading two materials side by side, on first use (see load-dialog.ts). */
export function loadCompare() {
  return queryOptions({
    queryKey: ['dialog-code', 'compare'],
    queryFn: async () => await fetchCode(() => import('./compare-parts.ts')),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    networkMode: 'always',
  });
}
