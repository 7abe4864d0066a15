import { Children, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
import { direction } from '#messages/language.ts';
import { tabListStyle, tabScrollerStyle } from './tab-style.ts';

/**
 * Renders a row of tabs that are links: each child is a link with `role="tab"`, `aria-selected` and `tabStyle`. The
 * arrow keys, Home and End move the focus; Enter follows the focused link.
 */
export function LinkTabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={tabScrollerStyle}>
      <div
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        className={tabListStyle}
        onKeyDown={moveFocus}
        onFocus={showWhole}
      >
        {Children.map(children, (tab) => [' ', tab])}
      </div>
    </div>
  );
}

/** Scrolls the focused tab fully into view: in a row that scrolls, it may be partly hidden. */
function showWhole(event: FocusEvent<HTMLElement>): void {
  event.target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const here = tabs.indexOf(document.activeElement as HTMLElement);
  // Not arrow-keys.ts, which would be another file of a first visit.
  const right = { ltr: 1, rtl: -1 }[direction];
  const next = { ArrowRight: here + right, ArrowLeft: here - right, Home: 0, End: tabs.length - 1 }[event.key];
  if (next === undefined || here < 0) return;
  event.preventDefault();
  tabs.at(next % tabs.length)?.focus();
}
