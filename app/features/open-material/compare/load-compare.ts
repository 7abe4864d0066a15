import { queryOptions } from '@tanstack/react-query';
import { fetchCode } from '#app/features/layout/fetch-code.ts';

/** The code for reading two materials side by side, loaded when it is first needed (see load-dialog.ts). */
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
