import type { Material } from '#domain/material.ts';

/** A cell of the grid; null where a book was removed. */
export type BookCell = Material | null;

/**
 * Returns the cells after the list has changed while it is on screen. Books that stay in the list stay in their cells,
 * because scrolling can't undo a shift in a grid. New books first fill empty cells, then are added at the end.
 */
export function keepBookCells(before: readonly BookCell[], books: readonly Material[]): BookCell[] {
  const left = new Map(books.map((book) => [book.id, book]));
  const cells = before.map((cell) => {
    const book = cell ? left.get(cell.id) : undefined;
    if (book) left.delete(book.id);
    return book ?? null;
  });
  for (const book of left.values()) {
    const gap = cells.indexOf(null);
    if (gap < 0) cells.push(book);
    else cells[gap] = book;
  }
  while (cells.at(-1) === null) cells.pop();
  return cells;
}
