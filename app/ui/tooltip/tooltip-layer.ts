import { focusedOwner, ownerOf, pointedOwner } from './tooltip-owner.ts';
import { placeTooltip } from './tooltip-place.ts';
import { createTooltipTiming } from './tooltip-timing.ts';
import './tooltip.css';

type FirstCall = {
  /** The control under the pointer; null if the tooltip was requested with the keyboard. */
  pointed: HTMLElement | null;
  /** Time of the call, by `performance.now()`: the time since then counts towards the delay. */
  calledAt: number;
  /** True if the user pressed something in the meantime; then no tooltip is shown. */
  isPressed: boolean;
};

let isStarted = false;

/**
 * Shows tooltips from now on, starting with the one that was requested while the code was loading. Only `useTooltips`
 * calls this, once.
 */
export function startTooltips({ pointed, calledAt, isPressed }: FirstCall): void {
  if (isStarted) return;
  isStarted = true;
  const bubble = createBubble();
  let shown: HTMLElement | null = null;
  const timing = createTooltipTiming<HTMLElement>({ show, hide });
  const watcher = new MutationObserver(() => {
    if (shown && !shown.isConnected) timing.forget(shown);
  });

  function show(control: HTMLElement): void {
    if (!control.isConnected) return timing.forget(control);
    shown = control;
    fillBubble(bubble, control);
    // Inside the dialog of its control, because the pointer cannot reach anything outside a modal dialog.
    (control.closest('dialog') ?? document.body).append(bubble);
    bubble.showPopover?.();
    place();
    watcher.observe(document, { childList: true, subtree: true });
  }

  function hide(): void {
    shown = null;
    watcher.disconnect();
    bubble.remove();
  }

  function place(): void {
    if (!shown) return;
    const { innerWidth: width, innerHeight: height } = window;
    const { side, left, top } = placeTooltip(shown.getBoundingClientRect(), bubble.getBoundingClientRect(), {
      width,
      height,
    });
    bubble.dataset['side'] = side;
    bubble.style.left = `${left}px`;
    bubble.style.top = `${top}px`;
  }

  function dismissOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !shown) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    timing.dismiss();
  }

  /** Element over which the pointer last moved, and the control that contains it. */
  let movedOn: EventTarget | null = null;
  let owner: HTMLElement | null = null;
  function pointTo(next: HTMLElement | null, waitedMs?: number): void {
    owner = next;
    timing.pointTo(next, waitedMs);
  }
  const isOnBubble = ({ target }: Event) => bubble.contains(target as Node);
  // When something appears under a pointer at rest, such as a dialog, its tooltip waits until the pointer moves.
  document.addEventListener('pointerover', (event) => {
    movedOn = null;
    if (!isOnBubble(event) && ownerOf(event.target) !== owner) pointTo(null);
  });
  document.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'touch' || event.target === movedOn || isOnBubble(event)) return;
    movedOn = event.target;
    pointTo(pointedOwner(event));
  });
  document.documentElement.addEventListener('pointerleave', () => pointTo(null));
  document.addEventListener('focusin', (event) => timing.focusOn(focusedOwner(event.target)));
  document.addEventListener('focusout', () => timing.focusOn(null));
  document.addEventListener('pointerdown', timing.dismiss, { capture: true });
  // A control activated with the keyboard gets a click without a `pointerdown`.
  document.addEventListener('click', timing.dismiss, { capture: true });
  document.addEventListener('scroll', place, { capture: true, passive: true });
  window.addEventListener('resize', place);
  // Captured on the window, before any dialog handles it: the first Escape closes only the tooltip.
  window.addEventListener('keydown', dismissOnEscape, { capture: true });

  // While this file was loading, pointer and focus may have moved.
  if (isPressed) return;
  const hovered = pointed && ownerOf([...document.querySelectorAll(':hover')].at(-1) ?? null);
  pointTo(hovered, hovered === pointed ? performance.now() - calledAt : 0);
  timing.focusOn(focusedOwner(document.activeElement));
}

/**
 * Creates the element of the tooltip. Hidden from screen readers, because the control's own name says the same. A
 * popover is above every dialog and is not clipped.
 */
function createBubble(): HTMLElement {
  const bubble = document.createElement('div');
  bubble.className = 'tooltip';
  bubble.setAttribute('role', 'tooltip');
  bubble.setAttribute('aria-hidden', 'true');
  bubble.popover = 'manual';
  return bubble;
}

function fillBubble(bubble: HTMLElement, control: HTMLElement): void {
  const { tooltip, tooltipKeys } = control.dataset;
  bubble.textContent = tooltip ?? control.textContent;
  if (tooltipKeys === undefined) return;
  const key = document.createElement('kbd');
  key.textContent = tooltipKeys;
  bubble.append(key);
}
