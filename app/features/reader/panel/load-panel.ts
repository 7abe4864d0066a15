import { queryOptions } from '@tanstack/react-query';

/** The code of the panel, fetched when it is first opened; asked for again when it did not arrive (see load-dialog.ts). */
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
