import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import {
  closeSide,
  readOpened,
  replaceSide,
  writeOpened,
  type Opened,
} from '#app/features/materials/opened-address.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set on a history entry that was added by opening a material over a page: closing the material goes back. */
    openedHere?: boolean;
    /** Set on a history entry if opening a second material added another entry after it. */
    comparedHere?: boolean;
  }
}

/** Time without a page change before the address is updated; browsers refuse addresses that change too often. */
const followDelayMs = 500;

/** Returns a function that changes the open materials in the address. */
export function useWriteOpened(): (change: (opened: Opened) => Opened | null, options?: { isNew?: boolean }) => void {
  const router = useRouter();
  return (change, { isNew = false } = {}) => {
    const before = readOpened(router.latestLocation.searchStr);
    const after = before && change(before);
    if (after === before) return;
    // Only one entry is added for any number of comparisons.
    const isAdded = isNew && !router.latestLocation.state.comparedHere;
    void router.navigate({
      to: '.',
      search: (search: Record<string, unknown>) => writeOpened(search, after),
      hash: true,
      // Closing the second material then goes to the same entry as closing the first one would have.
      state: (state) => (after ? { ...state, ...(isAdded ? { comparedHere: true } : {}) } : {}),
      replace: !isAdded,
      resetScroll: false,
    });
  };
}

/**
 * Closes a material; the other one stays, if there is one. Closing the last one goes back if opening it added a history
 * entry, else removes the material from the address.
 */
export function useClose(id: string): () => void {
  const router = useRouter();
  const write = useWriteOpened();
  const isClosing = useRef(false);
  return () => {
    // Going back twice would also leave the page beneath.
    if (isClosing.current) return;
    isClosing.current = true;
    const opened = readOpened(router.state.location.searchStr);
    const { openedHere, comparedHere } = router.state.location.state;
    if (opened?.right || !openedHere) write((before) => closeSide(before, id));
    else router.history.go(comparedHere ? -2 : -1);
  };
}

/** Updates the current page in the address, without a history entry for each. */
export function useFollowPage(id: string): (page: number) => void {
  const write = useWriteOpened();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(function forgetPendingPage() {
    return () => clearTimeout(timer.current);
  }, []);
  return (page) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => write((opened) => replaceSide(opened, id, { id, page })), followDelayMs);
  };
}
