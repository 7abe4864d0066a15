import { useQuery, queryOptions } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { OpeningNotice } from '#app/features/open-material/opening-notice.tsx';
import { fetchCode } from '#app/features/layout/fetch-code.ts';
import * as words from '#messages/share.ts';
import { shareWithSystem, type Shared } from './share-page.ts';

/**
 * Shares a page: through the system if it can, else through a dialog with a link to copy and a QR code. The caller, for
 * example the reader, must render `dialog`, which is null while closed.
 */
export function useSharing(): { share: (shared: Shared) => void; dialog: ReactNode } {
  const [shown, setShown] = useState<Shared | null>(null);
  return {
    share: (shared) => void shareWithSystem(shared).then((isShared) => setShown(isShared ? null : shared)),
    dialog: shown && <LoadedShareDialog shared={shown} onClose={() => setShown(null)} />,
  };
}

/** Renders the dialog as soon as its code is loaded. */
function LoadedShareDialog({ shared, onClose }: { shared: Shared; onClose: () => void }) {
  const code = useQuery(loadShareDialog());
  if (code.data) return <code.data.ShareDialog shared={shared} onClose={onClose} />;
  if (!code.isError) return null;
  return <OpeningNotice text={words.linkNotShown} onTryAgain={() => void code.refetch()} onClose={onClose} />;
}

/** Loads the code of the dialog with the link and its QR code, on first use. */
function loadShareDialog() {
  return queryOptions({
    queryKey: ['dialog-code', 'share'],
    queryFn: () => fetchCode(() => import('./share-dialog.tsx')),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    networkMode: 'always',
  });
}
