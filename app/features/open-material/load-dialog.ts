import { queryOptions } from '@tanstack/react-query';
import { fetchCode } from '#app/features/layout/fetch-code.ts';

/**
 * The code of the dialog that shows a file of this type, fetched when first needed. A query rather than `React.lazy`,
 * because a chunk that fails to arrive over a flaky line is asked for again and never takes the page down.
 */
export function loadDialog(fileType: string) {
  const isHtml = fileType === 'text/html';
  return queryOptions({
    queryKey: ['dialog-code', isHtml ? 'paper' : 'reader'],
    queryFn: async () =>
      isHtml
        ? {
            kind: 'paper' as const,
            Dialog: (await fetchCode(() => import('#app/features/preview/paper-dialog.tsx'))).PaperDialog,
          }
        : {
            kind: 'reader' as const,
            Dialog: (await fetchCode(() => import('#app/features/reader/reader-dialog.tsx'))).ReaderDialog,
          },
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    networkMode: 'always',
  });
}
