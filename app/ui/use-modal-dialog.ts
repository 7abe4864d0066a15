import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import { listenForOwnClick } from './listen-for-own-click.ts';

type ModalDialogOptions = {
  onClose: () => void;
  /** A click beside the dialog's content closes it too; the content must then fill the dialog's own box. */
  closesOutside?: boolean;
};

/**
 * Shows the `<dialog>` the ref is put on for as long as it stands: above everything, the rest of the page out of reach
 * and not scrolling behind it. The browser's own dialog keeps the focus inside, hears Escape (and a phone's back
 * gesture), and gives the focus back to what had it, so it costs the visitor no library.
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
    // The dialog itself takes the focus first, so that its name is read out and no control looks chosen.
    dialog?.setAttribute('tabindex', '-1');
    dialog?.focus();
    return () => {
      style.overflow = before;
      // Closed while it is still in the page, or the focus would not go back.
      dialog?.close();
    };
  }, []);

  useEffect(
    function hearOfClosing() {
      const stop = new AbortController();
      const { signal } = stop;
      const handleCancel = (event: Event) => {
        event.preventDefault();
        close();
      };
      ref.current?.addEventListener('cancel', handleCancel, { signal });
      // A browser may close a dialog without asking, on a second Escape.
      ref.current?.addEventListener('close', () => close(), { signal });
      if (closesOutside && ref.current) listenForOwnClick(ref.current, () => close(), signal);
      return () => stop.abort();
    },
    [closesOutside],
  );
  return ref;
}
