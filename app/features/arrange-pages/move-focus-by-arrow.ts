import type { KeyboardEvent } from 'react';
import { keyInReadingDirection } from '#app/ui/arrow-keys.ts';

/**
 * Moves the focus from the checkbox of a page to another one in the same dialog: before or after, above or below, first
 * or last.
 */
export function moveFocusByArrow(event: KeyboardEvent<HTMLElement>): void {
  const dialog = event.currentTarget.closest('dialog');
  const pages = [...(dialog?.querySelectorAll<HTMLElement>('input[data-page]') ?? [])];
  const index = pages.findIndex((page) => page === event.currentTarget);
  if (index < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  const target = findTarget(keyInReadingDirection(event.key), pages, index);
  if (target === undefined) return;
  event.preventDefault();
  target?.focus();
}

/** Returns undefined for other keys, null if there is no page in that direction. */
function findTarget(key: string, pages: readonly HTMLElement[], index: number): HTMLElement | null | undefined {
  switch (key) {
    case 'ArrowLeft':
      return pages[index - 1] ?? null;
    case 'ArrowRight':
      return pages[index + 1] ?? null;
    case 'Home':
      return pages[0] ?? null;
    case 'End':
      return pages.at(-1) ?? null;
    case 'ArrowUp':
      return nearestInRow(pages.slice(0, index).toReversed(), pages[index]);
    case 'ArrowDown':
      return nearestInRow(pages.slice(index + 1), pages[index]);
    default:
      return undefined;
  }
}

/** Returns the page of the next row that is nearest in its row; `others` begins with the nearest pages. */
function nearestInRow(others: readonly HTMLElement[], from: HTMLElement | undefined): HTMLElement | null {
  if (!from) return null;
  const { top, left } = from.getBoundingClientRect();
  const boxes = others.map((page) => ({ page, box: page.getBoundingClientRect() }));
  const row = boxes.find(({ box }) => Math.abs(box.top - top) > box.height)?.box.top;
  const inRow = boxes.filter(({ box }) => row !== undefined && Math.abs(box.top - row) < box.height);
  const distance = (box: DOMRect) => Math.abs(box.left - left);
  return inRow.toSorted((one, other) => distance(one.box) - distance(other.box))[0]?.page ?? null;
}
