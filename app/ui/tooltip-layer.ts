import { focusedOwner, ownerOf, pointedOwner } from './tooltip-owner.ts';
import { placeTooltip } from './tooltip-place.ts';
import { createTooltipTiming } from './tooltip-timing.ts';
import './tooltip.css';

type FirstCall = {
  /** The control the pointer had come onto; null when it was the keyboard that called. */
  pointed: HTMLElement | null;
  /** When, by `performance.now()`: what was waited since counts. */
  calledAt: number;
  /** Something was pressed in the meantime, so that no tooltip is wanted. */
  isPressed: boolean;
};

let isStarted = false;

/** Shows tooltips from now on, beginning with the one called for first. Only `useTooltips` calls this, once. */
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
    // Inside the dialog it belongs to: everything beside a modal dialog is out of the pointer's reach.
    (control.closest('dialog, [role="dialog"]') ?? document.body).append(bubble);
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

  /** What the pointer last moved on, and the control around it. */
  let movedOn: EventTarget | null = null;
  let owner: HTMLElement | null = null;
  function pointTo(next: HTMLElement | null, waitedMs?: number): void {
    owner = next;
    timing.pointTo(next, waitedMs);
  }
  const isOnBubble = ({ target }: Event) => bubble.contains(target as Node);
  // What comes to lie under a resting pointer, as when a dialog opens, was not asked for: its tooltip waits for a move.
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
  // By the keyboard there is no pointer to go down.
  document.addEventListener('click', timing.dismiss, { capture: true });
  document.addEventListener('scroll', place, { capture: true, passive: true });
  window.addEventListener('resize', place);
  // On the window, so that it is heard before any dialog hears it: the first Escape closes the tooltip alone.
  window.addEventListener('keydown', dismissOnEscape, { capture: true });

  // While this was fetched, pointer and focus may have gone on.
  if (isPressed) return;
  const hovered = pointed && ownerOf([...document.querySelectorAll(':hover')].at(-1) ?? null);
  pointTo(hovered, hovered === pointed ? performance.now() - calledAt : 0);
  timing.focusOn(focusedOwner(document.activeElement));
}

/** For the eye alone: the control's own name says as much. The popover lies above every dialog and is cut off by nothing. */
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
