/** Maximum fraction of the window that is left empty to keep a row in its position. */
const maxGap = 0.5;

/**
 * Records the position of the row that the user probably looks at, before a list changes. The returned function is
 * called after the change and scrolls that row back to its position; if the page can't scroll far enough, it adds space
 * above or below. The row is the one under the pointer, else the one with the focus, else the last one in view. If the
 * focused row was removed, the row that is now in its position gets the focus.
 */
export function holdScrollPosition(list: HTMLElement): () => void {
  const rows = findRows(list);
  const candidates = orderByInterest(list, rows).map((row) => ({ row, top: row.getBoundingClientRect().top }));
  const focused = document.activeElement;
  const focusedIndex = rows.findIndex((row) => row.contains(focused));
  return () => {
    const anchor = candidates.find(({ row }) => row.isConnected);
    if (anchor) restorePosition(list, anchor.row, anchor.top);
    if (focusedIndex >= 0 && !focused?.isConnected) focusRow(list, focusedIndex);
  };
}

function findRows(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-material]')];
}

function orderByInterest(list: HTMLElement, rows: readonly HTMLElement[]): HTMLElement[] {
  const first = [
    ...list.querySelectorAll<HTMLElement>('[data-material]:hover'),
    ...rows.filter((row) => row.contains(document.activeElement)),
  ];
  const top = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const boxes = rows.map((row) => ({ row, box: row.getBoundingClientRect() })).reverse();
  const whole = boxes.filter(({ box }) => box.top >= top && box.bottom <= innerHeight);
  const part = boxes.filter(({ box }) => box.bottom > top && box.top < innerHeight);
  // If the user has scrolled past the end of the list, the last row determines the position of the content below.
  const past = boxes.filter(({ box }) => box.bottom <= top);
  return [...first.filter((row) => isInView(row, top)), ...[...whole, ...part, ...past].map(({ row }) => row)];
}

function isInView(row: HTMLElement, top: number): boolean {
  const box = row.getBoundingClientRect();
  return box.bottom > top && box.top < innerHeight;
}

function restorePosition(list: HTMLElement, row: HTMLElement, top: number): void {
  const moved = () => row.getBoundingClientRect().top - top;
  const above = Number.parseFloat(list.style.paddingTop) || 0;
  if (moved() > 0 && above > 0) setPadding(list, 'paddingTop', Math.max(0, above - moved()));
  if (isNegligible(moved())) return;
  scrollBy({ top: moved(), behavior: 'instant' });
  const left = moved();
  if (isNegligible(left) || Math.abs(left) > innerHeight * maxGap) return;
  if (left < 0) {
    setPadding(list, 'paddingTop', (Number.parseFloat(list.style.paddingTop) || 0) - left);
    return;
  }
  growPage(list, left);
  scrollBy({ top: moved(), behavior: 'instant' });
}

/** Adds height below the list, so that the page becomes longer by this amount even if it was shorter than the window. */
function growPage(list: HTMLElement, pixels: number): void {
  const before = document.documentElement.scrollHeight;
  const below = Number.parseFloat(list.style.paddingBottom) || 0;
  setPadding(list, 'paddingBottom', below + pixels + innerHeight);
  const tooMuch = document.documentElement.scrollHeight - before - pixels;
  setPadding(list, 'paddingBottom', below + pixels + innerHeight - tooMuch);
}

function setPadding(list: HTMLElement, side: 'paddingTop' | 'paddingBottom', pixels: number): void {
  list.style[side] = pixels > 0 ? `${pixels}px` : '';
}

function isNegligible(pixels: number): boolean {
  return Math.abs(pixels) < 0.5;
}

function focusRow(list: HTMLElement, index: number): void {
  const rows = findRows(list);
  const row = rows[Math.min(index, rows.length - 1)];
  const target = row?.querySelector<HTMLElement>('a[href], button:enabled') ?? document.getElementById('content');
  target?.focus({ preventScroll: true });
}
