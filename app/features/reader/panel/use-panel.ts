import { useRef, type Dispatch, type RefObject } from 'react';
import type { PageListHandle } from '#app/features/reader/pages/use-strip-scroll.ts';
import type { Panel, ReaderEvent, ReaderState } from '#app/features/reader/state/reader-state.ts';

const isWide = () => matchMedia('(width > 768px)');

/** Opens and closes the panel and the find bar next to or over the pages, and returns the focus afterwards. */
export function usePanel(parts: {
  state: ReaderState;
  change: Dispatch<ReaderEvent>;
  dialog: RefObject<HTMLDialogElement | null>;
  pages: RefObject<PageListHandle | null>;
}): {
  open: (panel: Panel) => void;
  close: () => void;
  /** Navigates from the panel. On a small window the panel covers the target, so it closes. */
  goFrom: (go: () => void) => void;
} {
  const { state, change, dialog, pages } = parts;
  /** The element that had the focus before something opened over the pages. */
  const opener = useRef<Element | null>(null);
  return {
    open(panel) {
      if (!state.panel) opener.current = document.activeElement;
      change({ type: 'panelOpened', panel });
    },
    close() {
      change({ type: 'panelClosed' });
      const before = opener.current;
      if (before instanceof HTMLElement && before !== dialog.current && dialog.current?.contains(before))
        before.focus();
      else pages.current?.focus();
    },
    goFrom(go) {
      if (!isWide().matches) {
        change({ type: 'panelClosed' });
        pages.current?.focus();
      }
      go();
    },
  };
}
