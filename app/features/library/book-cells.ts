import type { Material } from '#domain/material.ts';

/** A cell of the grid; null where a book was removed. */
export type BookPlace = Material | null;

/**
 * The cells after the list has changed while someone looks at it. Books that stay keep their cells, because in a grid
 * scrolling cannot undo a shift; new books fill empty cells and are then added at the end.
 */
export function keepBookPlaces(before: readonly BookPlace[], books: readonly Material[]): BookPlace[] {
  const left = new Map(books.map((book) => [book.id, book]));
  const places = before.map((place) => {
    const book = place ? left.get(place.id) : undefined;
    if (book) left.delete(book.id);
    return book ?? null;
  });
  for (const book of left.values()) {
    const gap = places.indexOf(null);
    if (gap < 0) places.push(book);
    else places[gap] = book;
  }
  while (places.at(-1) === null) places.pop();
  return places;
}
