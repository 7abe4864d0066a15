import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Shows the `<dialog>` the ref is put on for as long as it stands: above everything, the rest of the page out of reach
 * and not scrolling behind it. The browser's own dialog keeps the focus inside, hears Escape (and a phone's back
 * gesture), and gives the focus back to what had it, which is why no library does it here.
 */
export function useModalDialog(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(function showDialog() {
    const dialog = ref.current;
    const { style } = document.documentElement;
    const before = style.overflow;
    style.overflow = 'hidden';
    dialog?.showModal();
    return () => {
      style.overflow = before;
      // Closed while it is still in the page, or the focus would not go back.
      dialog?.close();
    };
  }, []);
  return ref;
}
