import { useQuery, queryOptions } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Material } from '#domain/material.ts';
import { fetchCode } from '#app/features/layout/fetch-code.ts';

/** The materials to make available offline: one, or several with a common name. */
export type Saving = { title: string; materials: readonly Material[] };

/**
 * Opens the dialog that makes materials available offline. The caller must render `dialog`, which is null while closed.
 */
export function useSaving(saving: Saving): { open: () => void; dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false);
  return {
    open: () => setIsOpen(true),
    dialog: isOpen && <LoadedSaveDialog saving={saving} onClose={() => setIsOpen(false)} />,
  };
}

/** Renders the dialog as soon as its code is loaded; without a connection it waits for one. */
function LoadedSaveDialog({ saving, onClose }: { saving: Saving; onClose: () => void }) {
  const code = useQuery(loadSaveDialog());
  return code.data ? <code.data.SaveDialog saving={saving} onClose={onClose} /> : null;
}

/** Loads the code for offline materials, with its dialog, on first use. */
function loadSaveDialog() {
  return queryOptions({
    queryKey: ['dialog-code', 'save'],
    queryFn: () => fetchCode(() => import('./save-dialog.tsx')),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    networkMode: 'always',
  });
}
