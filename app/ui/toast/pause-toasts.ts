import { toast } from 'react-toastify/unstyled';

/**
 * Stops the time of toasts while the window is in the background, while the pointer or the focus is on one of them, and
 * while a toast is hidden by a later one. The library supports the first two cases, but resumes the time after the
 * entrance animation, and when either case ends even if the other still applies.
 */
export function pauseToasts(container: HTMLElement): void {
  let isWindowLeft = !document.hasFocus();
  let pointed: Element | null = null;

  function settle(): void {
    const hasFocus = container.contains(document.activeElement);
    for (const each of container.querySelectorAll('.Toastify__toast')) {
      // On a narrow screen a later toast hides the earlier ones.
      const isHidden = getComputedStyle(each).visibility === 'hidden';
      const isEntering = each.className.includes('bounce-enter');
      const isPaused = isWindowLeft || hasFocus || each === pointed || isHidden || isEntering;
      (isPaused ? toast.pause : toast.play)({ id: each.id });
    }
  }
  function setPointed(target: EventTarget | null): void {
    pointed = target instanceof Element && container.contains(target) ? target.closest('.Toastify__toast') : null;
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
  container.addEventListener('mouseover', ({ target }) => setPointed(target));
  container.addEventListener('mouseout', ({ relatedTarget }) => setPointed(relatedTarget));
  // These listeners must run after the library's, which start the time on each of these events. They do, because the
  // library listens on inner elements, or added its listeners earlier.
  for (const name of ['pointerup', 'animationend', 'animationcancel', 'focusin', 'focusout'])
    container.addEventListener(name, settle);
  new MutationObserver(settle).observe(container, { childList: true, subtree: true });
}
