import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Calls `onClick` for a click that begins and ends on the element itself, not on anything inside it. The browser reports a click
 * on the nearest common ancestor when it is pressed in one element and released in another, as when text is selected up to the
 * edge of a dialog: that is not a click outside the dialog.
 */
export function listenForOwnClick(element: HTMLElement, onClick: () => void, signal: AbortSignal): void {
  let beganHere = false;
  let endedHere = false;
  element.addEventListener(
    'pointerdown',
    ({ target }) => {
      beganHere = target === element;
      endedHere = false;
    },
    { signal },
  );
  element.addEventListener('pointerup', ({ target }) => (endedHere = target === element), { signal });
  element.addEventListener(
    'click',
    ({ target }) => {
      const isOwn = beganHere && endedHere && target === element;
      beganHere = false;
      if (isOwn) onClick();
    },
    { signal },
  );
}

type ModalDialogOptions = {
  onClose: () => void;
  /** Also closes on a click outside the content; the content must then fill the whole box of the dialog. */
  closesOutside?: boolean;
  /**
   * If false, shows it next to another one, where its style places it; the caller must make the rest of the page inert. May
   * change while it is open; the focus then stays where it is.
   */
  isModal?: boolean;
  /** True if a dialog that is not modal takes the focus when it is shown. */
  takesFocus?: () => boolean;
};

/**
 * Shows the `<dialog>` with this ref while it is mounted, above everything; the rest of the page is inert and does not scroll.
 * The browser's own dialog holds the focus inside, handles Escape and a phone's back gesture, and returns the focus, so visitors
 * load no library for it.
 */
export function useModalDialog({
  onClose,
  closesOutside = false,
  isModal = true,
  takesFocus = () => true,
}: ModalDialogOptions): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  /** The element that had the focus when the dialog became modal or stopped being modal. */
  const focusBefore = useRef<Element | null>(null);
  const close = useEffectEvent(onClose);
  const mayFocus = useEffectEvent(() => isModal || takesFocus());

  useLayoutEffect(
    function showDialog() {
      const dialog = ref.current;
      const unlock = lockScrolling();
      if (isModal) dialog?.showModal();
      else dialog?.setAttribute('open', '');
      // The dialog itself gets the focus first, so that its name is read out and no control looks selected.
      dialog?.setAttribute('tabindex', '-1');
      const before = focusBefore.current;
      if (before instanceof HTMLElement && dialog?.contains(before)) before.focus({ preventScroll: true });
      else if (mayFocus()) dialog?.focus();
      return () => {
        focusBefore.current = dialog?.contains(document.activeElement) ? document.activeElement : null;
        unlock();
        // Closed while it is still in the page, because otherwise the focus would not return.
        if (isModal) dialog?.close();
        else dialog?.removeAttribute('open');
      };
    },
    [isModal],
  );

  useEffect(
    function closeWithBrowser() {
      const stop = new AbortController();
      const { signal } = stop;
      const handleCancel = (event: Event) => {
        event.preventDefault();
        close();
      };
      ref.current?.addEventListener('cancel', handleCancel, { signal });
      // A browser may close a dialog on a second Escape, even if the page prevents it.
      ref.current?.addEventListener('close', () => ref.current?.open || close(), { signal });
      if (closesOutside && isModal && ref.current) listenForOwnClick(ref.current, () => close(), signal);
      // The browser handles Escape for a modal dialog only. On the window, after the handlers of everything inside.
      const handleKey = (event: KeyboardEvent) => {
        const { key, target, defaultPrevented } = event;
        const isOwn = target instanceof Element && target.closest('dialog') === ref.current;
        if (key !== 'Escape' || !isOwn || defaultPrevented) return;
        // The other dialog may be modal as soon as this one is closed: the browser would close it with the same key.
        event.preventDefault();
        close();
      };
      if (!isModal) window.addEventListener('keydown', handleKey, { signal });
      return () => stop.abort();
    },
    [closesOutside, isModal],
  );
  return ref;
}

let locks = 0;

/** Stops the page from scrolling until every caller has called the returned function. */
function lockScrolling(): () => void {
  const { style } = document.documentElement;
  locks += 1;
  style.overflow = 'hidden';
  return () => {
    locks -= 1;
    if (locks === 0) style.overflow = '';
  };
}
