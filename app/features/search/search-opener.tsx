import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, type MouseEvent } from 'react';
import { buttonStyle } from '#app/ui/button.tsx';
import * as actions from '#messages/actions.ts';
import { useSearchDialog } from './search-dialog.tsx';

/** Elements in which the user types, or that handle keys themselves. */
const typing = 'input, textarea, select, [contenteditable]';
const modal = 'dialog[open]';

/**
 * Renders the search in the header: a link to the search page. When scripts run, it opens the search dialog over the
 * current page instead. The keys `/` and Ctrl+K (Cmd+K) do the same on every page.
 */
export function SearchOpener() {
  const { dialog, open, prepare } = useSearchDialog();
  const openByKey = useEffectEvent(open);

  useEffect(function listenForKeys() {
    const stop = new AbortController();
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!isSearchKey(event) || event.defaultPrevented || document.querySelector(modal)) return;
      if (event.target instanceof Element && event.target.closest(typing)) return;
      event.preventDefault();
      openByKey();
    };
    document.addEventListener('keydown', handleKeyDown, { signal: stop.signal });
    return () => stop.abort();
  }, []);

  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // Some browsers do not focus a clicked link; the dialog returns the focus to the focused element.
    event.currentTarget.focus({ preventScroll: true });
    open();
  }

  return (
    <>
      <Link
        to="/search"
        preload={false}
        aria-label={actions.search}
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        data-tooltip={actions.search}
        onClick={handleClick}
        onPointerEnter={prepare}
        className={`${buttonStyle('ghost', 'icon')} overflow-hidden xl:w-full xl:justify-start xl:border-edge xl:bg-card xl:px-3 xl:text-muted`}
      >
        <Search aria-hidden="true" className="size-5 shrink-0" />
        <span className="text-[0.95rem] max-xl:hidden">{actions.search}</span>{' '}
        <kbd aria-hidden="true" className="hidden-without-scripts ms-auto font-sans text-xs max-xl:hidden">
          /
        </kbd>
      </Link>
      {dialog}
    </>
  );
}

function isSearchKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !altKey && ctrlKey !== metaKey;
  return key === '/' && !altKey;
}
