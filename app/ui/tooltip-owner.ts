/** Keys that lead from one control to the next. After any other, the focus was moved by a script. */
const leadingKeys = new Set(['Tab', 'F6', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']);

let isLedByKey = false;

/** Notes from now on whether the focus goes where a key leads it. */
export function watchKeys(signal: AbortSignal): void {
  const note = ({ key }: KeyboardEvent) => (isLedByKey = leadingKeys.has(key));
  document.addEventListener('keydown', note, { capture: true, signal });
  document.addEventListener('pointerdown', () => (isLedByKey = false), { capture: true, signal });
}

/** The control with a tooltip that a mouse or pen has come onto; a finger has none. */
export function pointedOwner({ pointerType, target }: PointerEvent): HTMLElement | null {
  return pointerType === 'touch' || !canHover() ? null : ownerOf(target);
}

/** The control with a tooltip that a key has led the focus to, on a machine that has more than fingers. */
export function focusedOwner(target: EventTarget | null): HTMLElement | null {
  if (!isLedByKey || !(target instanceof Element) || !target.matches(':focus-visible')) return null;
  const owner = canHover() ? ownerOf(target) : null;
  // What lies around a field is told to the pointer alone; what is cut off, to the focus of the link in it as well.
  return owner === target || owner?.dataset['tooltip'] === undefined ? owner : null;
}

/** The element around the target (or itself) that has a tooltip to show. */
export function ownerOf(target: EventTarget | null): HTMLElement | null {
  const owner = target instanceof Element ? target.closest<HTMLElement>('[data-tooltip], [data-tooltip-if-cut]') : null;
  return owner && (owner.dataset['tooltip'] || isCutOff(owner)) ? owner : null;
}

function canHover(): boolean {
  return matchMedia('(any-hover: hover)').matches;
}

function isCutOff(text: HTMLElement): boolean {
  // A tall letter may reach out of its line by a little.
  return text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight + 4;
}
