import { queryOptions } from '@tanstack/react-query';

/** Loads the code of the panel when it is first opened; a failed load is retried (see load-dialog.ts). */
export function loadPanel() {
  return queryOptions({
    queryKey: ['dialog-code', 'reader-panel'],
    queryFn: async () => ({ ReaderPanel: (await import('./reader-panel.tsx')).ReaderPanel }),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    networkMode: 'always',
  });
}
