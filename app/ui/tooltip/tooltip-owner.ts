/** Keys that move the focus to another control. If the focus moves after any other key, a script moved it. */
const leadingKeys = new Set(['Tab', 'F6', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']);

let isLedByKey = false;

/** Starts to record whether the focus was moved by a key. */
export function watchKeys(signal: AbortSignal): void {
  const note = ({ key }: KeyboardEvent) => (isLedByKey = leadingKeys.has(key));
  document.addEventListener('keydown', note, { capture: true, signal });
  document.addEventListener('pointerdown', () => (isLedByKey = false), { capture: true, signal });
}

/** Returns the control with a tooltip under a mouse or pen; touch shows no tooltips. */
export function pointedOwner({ pointerType, target }: PointerEvent): HTMLElement | null {
  return pointerType === 'touch' || !canHover() ? null : ownerOf(target);
}

/** Returns the control with a tooltip that got the focus by a key, on a device with a mouse or pen. */
export function focusedOwner(target: EventTarget | null): HTMLElement | null {
  if (!isLedByKey || !(target instanceof Element) || !target.matches(':focus-visible')) return null;
  const owner = canHover() ? ownerOf(target) : null;
  // The tooltip of a container around a field is only for the pointer; the tooltip of shortened text is also for the
  // link inside.
  return owner === target || owner?.dataset['tooltip'] === undefined ? owner : null;
}

/** Returns the target or the nearest element around it that has a tooltip to show. */
export function ownerOf(target: EventTarget | null): HTMLElement | null {
  const owner = target instanceof Element ? target.closest<HTMLElement>('[data-tooltip], [data-tooltip-if-cut]') : null;
  return owner && (owner.dataset['tooltip'] || isCutOff(owner)) ? owner : null;
}

function canHover(): boolean {
  return matchMedia('(any-hover: hover)').matches;
}

function isCutOff(text: HTMLElement): boolean {
  // Tall letters may be a little higher than their line.
  return text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight + 4;
}
