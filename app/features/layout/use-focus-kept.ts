import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Where the link that was followed went away with its page, the keyboard goes on at the content of the new one; else
 * the next Tab would begin anywhere. A tab that leads to another page goes on as the same tab there, so that the arrow
 * keys still lead from tab to tab. What is still there keeps the focus, and the first page of a visit begins at its
 * top, where the skip link is.
 */
export function useFocusKept(contentId: string): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const before = useRef<string | undefined>(undefined);
  const tabId = useRef('');

  useEffect(function rememberTab() {
    const remember = ({ target }: FocusEvent) => {
      tabId.current = target instanceof Element && target.matches('a[role="tab"]') ? target.id : '';
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);

  useEffect(
    function focusContent() {
      const isFirst = before.current === undefined;
      const isSame = before.current === path;
      before.current = path;
      if (isFirst || isSame || isStillFocused()) return;
      const tab = tabId.current && document.getElementById(tabId.current);
      (tab || document.getElementById(contentId))?.focus({ preventScroll: true });
    },
    [contentId, path],
  );
}

/** Whether a control has the focus and can be seen: one in a menu that has just closed is about to lose it. */
function isStillFocused(): boolean {
  const focused = document.activeElement;
  return focused !== null && focused !== document.body && focused.checkVisibility();
}
