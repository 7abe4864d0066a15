import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Material } from '#domain/material.ts';
import { loadKeepDialog } from './load-keep-dialog.ts';

/** What is to be kept: a material, or some with a name for them all. */
export type Keeping = { title: string; materials: readonly Material[] };

/** Opens the dialog that keeps materials. `dialog` is rendered where it belongs; it is null while it is closed. */
export function useKeeping(keeping: Keeping): { open: () => void; dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false);
  return {
    open: () => setIsOpen(true),
    dialog: isOpen && <LoadedKeepDialog keeping={keeping} onClose={() => setIsOpen(false)} />,
  };
}

/** The dialog, as soon as its code is there; without a connection it waits for one. */
function LoadedKeepDialog({ keeping, onClose }: { keeping: Keeping; onClose: () => void }) {
  const code = useQuery(loadKeepDialog());
  return code.data ? <code.data.KeepDialog keeping={keeping} onClose={onClose} /> : null;
}
