/** Time for which the pointer must rest on a control before its tooltip opens. */
export const openDelayMs = 700;

/** Time after a tooltip has closed within which the next one still opens at once. */
export const skipDelayMs = 300;

type TooltipTimingOptions<Control> = {
  show: (control: Control) => void;
  hide: () => void;
};

/**
 * Controls which tooltip is shown and when: after `openDelayMs` under the pointer, but immediately within `skipDelayMs`
 * of the previous one, and immediately for the keyboard. Shows one at a time; the pointer has priority. Does not use
 * the DOM.
 */
export function createTooltipTiming<Control>({ show, hide }: TooltipTimingOptions<Control>) {
  let hovered: Control | null = null;
  let focused: Control | null = null;
  let dismissed: Control | null = null;
  let shown: Control | null = null;
  let closedAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function settle(waitedMs = 0): void {
    clearTimeout(timer);
    if (dismissed !== hovered && dismissed !== focused) dismissed = null;
    const called = hovered ?? focused;
    const next = called === dismissed ? null : called;
    if (next === shown) return;
    const isAtOnce = next === focused || shown !== null || performance.now() - closedAt <= skipDelayMs;
    if (next === null || isAtOnce) change(next);
    else timer = setTimeout(() => change(next), openDelayMs - waitedMs);
  }

  function change(next: Control | null): void {
    if (shown !== null) {
      closedAt = performance.now();
      hide();
    }
    shown = next;
    if (next !== null) show(next);
  }

  return {
    /**
     * Sets the control under the pointer, null for none; `waitedMs` is the time that the pointer has already been
     * there.
     */
    pointTo(control: Control | null, waitedMs = 0): void {
      if (control === hovered) return;
      hovered = control;
      settle(waitedMs);
    },
    /** Sets the control with the keyboard focus, null for none. */
    focusOn(control: Control | null): void {
      focused = control;
      settle();
    },
    /** Closes the tooltip until pointer and focus have left the control. For a press, and for Escape. */
    dismiss(): void {
      dismissed = hovered ?? focused;
      settle();
    },
    /** Call when the control was removed from the page. */
    forget(control: Control): void {
      if (hovered === control) hovered = null;
      if (focused === control) focused = null;
      settle();
    },
  };
}
