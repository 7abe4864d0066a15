import type { Material } from '#domain/material.ts';

/** A place of the grid; null where a book was that has gone. */
export type BookPlace = Material | null;

/**
 * Where the books stand after the list has changed under somebody's eyes: those that stay keep their places, as a grid
 * cannot be scrolled back into place; what comes fills what was left empty and then stands at the end.
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
