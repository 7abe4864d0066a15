import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import { listenForOwnClick } from './listen-for-own-click.ts';

type ModalDialogOptions = {
  onClose: () => void;
  /** Also closes on a click outside the content; the content must then fill the whole box of the dialog. */
  closesOutside?: boolean;
};

/**
 * Shows the `<dialog>` with this ref while it is mounted, above everything; the rest of the page is inert and does not
 * scroll. The browser's own dialog keeps the focus inside, handles Escape and a phone's back gesture, and returns the
 * focus, so visitors load no library for it.
 */
export function useModalDialog({
  onClose,
  closesOutside = false,
}: ModalDialogOptions): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const close = useEffectEvent(onClose);

  useLayoutEffect(function showDialog() {
    const dialog = ref.current;
    const { style } = document.documentElement;
    const before = style.overflow;
    style.overflow = 'hidden';
    dialog?.showModal();
    // The dialog itself gets the focus first, so that its name is read out and no control looks selected.
    dialog?.setAttribute('tabindex', '-1');
    dialog?.focus();
    return () => {
      style.overflow = before;
      // Closed while it is still in the page, because otherwise the focus would not return.
      dialog?.close();
    };
  }, []);

  useEffect(
    function closeWithBrowser() {
      const stop = new AbortController();
      const { signal } = stop;
      const handleCancel = (event: Event) => {
        event.preventDefault();
        close();
      };
      ref.current?.addEventListener('cancel', handleCancel, { signal });
      // A browser may close a dialog on a second Escape, whatever the page does.
      ref.current?.addEventListener('close', () => close(), { signal });
      if (closesOutside && ref.current) listenForOwnClick(ref.current, () => close(), signal);
      return () => stop.abort();
    },
    [closesOutside],
  );
  return ref;
}
