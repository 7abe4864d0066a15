import { queryOptions } from '@tanstack/react-query';
import { fetchCode } from '#app/features/layout/fetch-code.ts';

const once = { staleTime: Infinity, gcTime: Infinity, structuralSharing: false, networkMode: 'always' } as const;

/**
 * Returns the query for the code of the dialog that shows a file of this type, loaded on first use. A query rather than
 * `React.lazy`, so that a chunk that fails to load is retried and does not crash the page.
 */
export function loadDialog(fileType: string) {
  const isHtml = fileType === 'text/html';
  return queryOptions({
    queryKey: ['dialog-code', isHtml ? 'paper' : 'reader'],
    queryFn: async () => {
      const view = fetchCode(() => import('./opened-view.tsx'));
      const viewer = isHtml ? loadPaper() : loadReader();
      const [{ OpenedView }, code] = await Promise.all([view, viewer]);
      return { ...code, View: OpenedView };
    },
    ...once,
  });
}

/** Query for the code of the notice that a material is gone, loaded on first use. */
export const loadGoneNotice = queryOptions({
  queryKey: ['dialog-code', 'gone'],
  queryFn: async () => (await fetchCode(() => import('./gone-notice.tsx'))).GoneNotice,
  ...once,
});

async function loadPaper() {
  const { PaperDialog } = await fetchCode(() => import('#app/features/html-viewer/paper-dialog.tsx'));
  return { kind: 'paper' as const, Dialog: PaperDialog };
}

async function loadReader() {
  const { ReaderDialog } = await fetchCode(() => import('#app/features/reader/reader-dialog.tsx'));
  return { kind: 'reader' as const, Dialog: ReaderDialog };
}
