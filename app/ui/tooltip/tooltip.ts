import { useEffect } from 'react';
import { focusedOwner, pointedOwner, watchKeys } from './tooltip-owner.ts';

/**
 * Shows a tooltip for every control with `data-tooltip`: `<button aria-label="Edit Algebra" data-tooltip="Edit">`, with
 * `data-tooltip-keys` for the keyboard shortcut. `data-tooltip-if-cut` on text that may be cut off shows the whole
 * text. A tooltip may only repeat the control's name or description, because screen readers and touch screens don't
 * show it. Used once, in the root of all pages.
 *
 * The code that shows tooltips is loaded when the first one is needed, so phones never load it.
 */
export function useTooltips(): void {
  useEffect(function listenToKeys() {
    const stop = new AbortController();
    watchKeys(stop.signal);
    return () => stop.abort();
  }, []);

  useEffect(function fetchTooltipsOnFirstUse() {
    const stop = new AbortController();
    const { signal } = stop;
    let isFetching = false;
    let isPressed = false;
    async function startWith(pointed: HTMLElement | null, focused: HTMLElement | null) {
      if (isFetching || !(pointed ?? focused)) return;
      isFetching = true;
      isPressed = false;
      const calledAt = performance.now();
      try {
        const { startTooltips } = await import('./tooltip-layer.ts');
        stop.abort();
        startTooltips({ pointed, calledAt, isPressed });
      } catch {
        // Without a connection there is no tooltip; the next control tries again.
        isFetching = false;
      }
    }
    // Only moves, because something may appear under a pointer at rest.
    document.addEventListener('pointermove', (event) => void startWith(pointedOwner(event), null), { signal });
    document.addEventListener('focusin', (event) => void startWith(null, focusedOwner(event.target)), { signal });
    document.addEventListener('pointerdown', () => (isPressed = true), { signal });
    return () => stop.abort();
  }, []);
}
