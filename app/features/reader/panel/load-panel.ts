import { queryOptions } from '@tanstack/react-query';

/** The code of the panel, loaded when it is first opened and retried if that fails (see load-dialog.ts). */
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
