import { queryOptions } from '@tanstack/react-query';
import { fetchCode } from '#app/features/layout/fetch-code.ts';

/** Loads the code of the dialog with the link and its QR code, on first use. */
export function loadShareDialog() {
  return queryOptions({
    queryKey: ['dialog-code', 'share'],
    queryFn: () => fetchCode(() => import('./share-dialog.tsx')),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    networkMode: 'always',
  });
}
