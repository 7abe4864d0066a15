/**
 * Calls `onClick` for a click that begins and ends on the element itself, not on anything inside it. If the mouse is
 * pressed in one element and released in another, as when selecting text up to the edge of a dialog, the browser
 * reports a click on their nearest common ancestor: that is not a click outside the dialog.
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
