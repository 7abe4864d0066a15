import { queryOptions } from '@tanstack/react-query';
import { fetchCode } from '#app/features/layout/fetch-code.ts';

/** The code that keeps materials, with its dialog, loaded when somebody keeps one. */
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
