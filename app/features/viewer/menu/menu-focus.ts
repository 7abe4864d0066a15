/** Returns the items of a menu, in order. */
export function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}

/** Moves the focus within a menu for a pressed key; returns true if the menu uses the key. */
export function moveFocus(menu: HTMLElement | null, key: string): boolean {
  const items = itemsOf(menu);
  const at = items.findIndex((item) => item === document.activeElement);
  const labels = items.map((item) => item.textContent ?? '');
  const next = nextItem(labels, at, key);
  if (next !== null) items[next]?.focus();
  return next !== null;
}

/**
 * Returns the index of the menu item that the key leads to from `at` (-1 for none), in a menu with these labels; null
 * if the menu doesn't use the key.
 */
export function nextItem(labels: readonly string[], at: number, key: string): number | null {
  const count = labels.length;
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at <= 0 ? count : at) - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length !== 1 || key === ' ') return null;
  for (let step = 1; step <= count; step += 1) {
    const index = (at + step) % count;
    if (labels[index]?.toLowerCase().startsWith(key.toLowerCase())) return index;
  }
  return null;
}
