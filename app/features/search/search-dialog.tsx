import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { buttonStyle } from '#app/ui/button.tsx';
import { useModalDialog } from '#app/ui/dialog/use-modal-dialog.ts';
import * as actions from '#messages/actions.ts';
import { suggestionsCode } from './load-suggestions.ts';
import { SearchBox } from './search-box.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set on the history entry of an open search dialog, so that the Back button closes it. */
    isSearching?: boolean;
  }
}

/** Manages the search dialog of a control. Opening it adds a history entry; going back closes it. */
export function useSearchDialog() {
  const router = useRouter();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const isMarked = useLocation({ select: ({ state }) => state.isSearching === true });
  const wasMarked = useRef(false);
  const openedAt = useRef<string>(undefined);
  const box = useRef<HTMLInputElement>(null);

  useEffect(
    function closeWithItsEntry() {
      if (wasMarked.current && !isMarked) setOpen(false);
      wasMarked.current = isMarked;
    },
    [isMarked],
  );

  useEffect(
    function goOnAtContent() {
      if (isOpen || openedAt.current === undefined) return;
      const isElsewhere = router.history.location.href !== openedAt.current;
      openedAt.current = undefined;
      // The dialog has returned the focus to the header; the results are further down.
      if (isElsewhere) document.getElementById('content')?.focus({ preventScroll: true });
    },
    [isOpen, router],
  );

  function close() {
    setOpen(false);
    if (router.history.location.state.isSearching) router.history.back({ ignoreBlocker: true });
  }

  return {
    dialog: isOpen && <SearchDialog box={box} onClose={close} />,
    /** Loads the suggestions in advance, when the pointer is on the control. */
    prepare: () => void queryClient.prefetchQuery(suggestionsCode),
    /** Opens the dialog. It takes over the text typed into `from`, a search box of the page, while it opens. */
    open(from: HTMLInputElement | null = null) {
      if (isOpen) return;
      box.current = from;
      setOpen(true);
      openedAt.current = router.history.location.href;
      void router.navigate({
        to: '.',
        search: (search: Record<string, unknown>) => search,
        hash: true,
        state: { isSearching: true },
        resetScroll: false,
        ignoreBlocker: true,
      });
    },
  };
}

/** Renders the search box over the page; on a phone it covers the whole screen. */
function SearchDialog({ box, onClose }: { box: RefObject<HTMLInputElement | null>; onClose: () => void }) {
  const dialog = useModalDialog({ onClose, closesOutside: true });
  // The words of the page's own search, if it has one.
  const [text] = useState(() => new URLSearchParams(location.search).get('q') ?? '');

  // Before the next key.
  useLayoutEffect(
    function focusBox() {
      const input = dialog.current?.querySelector('input');
      input?.select();
      if (input && box.current) takeText(input, box.current);
    },
    [dialog, box],
  );

  return (
    <dialog
      ref={dialog}
      aria-label={actions.search}
      className="m-0 h-dvh max-h-none w-screen max-w-none overflow-y-auto bg-card text-ink outline-none backdrop:bg-shade md:mx-auto md:mt-16 md:h-fit md:max-h-[calc(100dvh-8rem)] md:w-[42rem] md:rounded-card md:shadow-float"
    >
      <div className="relative min-h-full p-3 pe-15">
        <SearchBox text={text} isInDialog />
        <button
          type="button"
          aria-label={actions.close}
          onClick={onClose}
          className={`${buttonStyle('ghost', 'icon')} absolute! top-3.5 end-2`}
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
    </dialog>
  );
}

/** Copies what is typed into another box, with the cursor at its end. */
function takeText(input: HTMLInputElement, from: HTMLInputElement): void {
  if (from.value !== from.defaultValue) input.value = from.value;
}
