import { useEffect } from 'react';
import { focusedOwner, pointedOwner, watchKeys } from './tooltip-owner.ts';

/**
 * Gives every control with `data-tooltip` its tooltip: `<button aria-label="Edit Algebra" data-tooltip="Edit">`, with
 * `data-tooltip-keys` for the key that does the same. `data-tooltip-if-cut` on text that may be cut off shows the whole
 * of it. A tooltip is for the eye alone and says nothing that the control's own name or description does not say: else it
 * would be read out twice, or never be known to a finger. Stands once, in the root of all pages.
 *
 * What shows them is fetched with the first one that is called for, so that a phone, which has none, never pays.
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
        // No connection, no tooltip; the next control asks again.
        isFetching = false;
      }
    }
    // Moves alone: what comes to lie under a resting pointer was not asked for.
    document.addEventListener('pointermove', (event) => void startWith(pointedOwner(event), null), { signal });
    document.addEventListener('focusin', (event) => void startWith(null, focusedOwner(event.target)), { signal });
    document.addEventListener('pointerdown', () => (isPressed = true), { signal });
    return () => stop.abort();
  }, []);
}
