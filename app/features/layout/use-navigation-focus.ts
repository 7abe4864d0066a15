import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * If the followed link disappeared with its page, moves the focus to the content of the new page; otherwise the next Tab would
 * start at an arbitrary control. A link that is a tab moves the focus to the same tab on the new page, so that the arrow keys
 * still work. A control that still exists keeps the focus, and the first page of a visit starts at its top, where the skip link
 * is.
 */
export function useNavigationFocus(contentId: string): void {
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

/** True if a control has the focus and is visible: one in a menu that has just closed is about to lose it. */
function isStillFocused(): boolean {
  const focused = document.activeElement;
  return focused !== null && focused !== document.body && focused.checkVisibility();
}
