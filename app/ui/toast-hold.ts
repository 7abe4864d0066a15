import { toast } from 'react-toastify/unstyled';

/**
 * Holds the time of toasts while the window is not looked at, while the pointer is on one, while one of them has the
 * focus, and while one is hidden by a later one. The library can do the first two, but starts the time at the end of the
 * entrance, and when either of the two ends, whatever else holds it.
 */
export function holdToasts(place: HTMLElement): void {
  let isWindowLeft = !document.hasFocus();
  let pointed: Element | null = null;

  function settle(): void {
    const hasFocus = place.contains(document.activeElement);
    for (const each of place.querySelectorAll('.Toastify__toast')) {
      // On a narrow screen a later one hides it.
      const isHidden = getComputedStyle(each).visibility === 'hidden';
      const isEntering = each.className.includes('bounce-enter');
      const isHeld = isWindowLeft || hasFocus || each === pointed || isHidden || isEntering;
      (isHeld ? toast.pause : toast.play)({ id: each.id });
    }
  }
  function setPointed(target: EventTarget | null): void {
    pointed = target instanceof Element && place.contains(target) ? target.closest('.Toastify__toast') : null;
    settle();
  }

  window.addEventListener('blur', () => {
    isWindowLeft = true;
    settle();
  });
  window.addEventListener('focus', () => {
    isWindowLeft = false;
    settle();
  });
  place.addEventListener('mouseover', ({ target }) => setPointed(target));
  place.addEventListener('mouseout', ({ relatedTarget }) => setPointed(relatedTarget));
  // After the library, which starts the time at each of these: it listens nearer to the toast, or has listened for longer.
  for (const name of ['pointerup', 'animationend', 'animationcancel', 'focusin', 'focusout'])
    place.addEventListener(name, settle);
  new MutationObserver(settle).observe(place, { childList: true, subtree: true });
}
