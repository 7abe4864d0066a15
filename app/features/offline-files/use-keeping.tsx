import { useQuery, queryOptions } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Material } from '#domain/material.ts';
import { fetchCode } from '#app/features/layout/fetch-code.ts';

/** The materials to make available offline: one, or several with a common name. */
export type Keeping = { title: string; materials: readonly Material[] };

/**
 * Opens the dialog that makes materials available offline. The caller must render `dialog`, which is null while closed.
 */
export function useKeeping(keeping: Keeping): { open: () => void; dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false);
  return {
    open: () => setIsOpen(true),
    dialog: isOpen && <LoadedKeepDialog keeping={keeping} onClose={() => setIsOpen(false)} />,
  };
}

/** Renders the dialog as soon as its code is loaded; without a connection it waits for one. */
function LoadedKeepDialog({ keeping, onClose }: { keeping: Keeping; onClose: () => void }) {
  const code = useQuery(loadKeepDialog());
  return code.data ? <code.data.KeepDialog keeping={keeping} onClose={onClose} /> : null;
}

/** Loads the code for offline materials, with its dialog, on first use. */
function loadKeepDialog() {
  return queryOptions({
    queryKey: ['dialog-code', 'keep'],
    queryFn: () => fetchCode(() => import('./keep-dialog.tsx')),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    networkMode: 'always',
  });
}
