import { useState } from 'react';
import type { ContractIds } from '#contract/addresses.ts';
import type { Material } from '#domain/material.ts';
import { BookCard, bookGridStyle } from './book-card.tsx';
import { keepBookPlaces } from './book-places.ts';

/** Books in a grid, in the order given; what changes later moves none that stays. Another list needs another `key`. */
export function BookGrid({ books, ids }: { books: readonly Material[]; ids: ContractIds }) {
  const [shown, setShown] = useState({ books, places: keepBookPlaces([], books) });
  if (shown.books !== books) setShown({ books, places: keepBookPlaces(shown.places, books) });
  return (
    <ul className={bookGridStyle}>
      {shown.places.map((book, index) =>
        book ? (
          <BookCard key={book.id} book={book} ids={ids} isEarly={index < 6} />
        ) : (
          <li key={`gap-${index}`} aria-hidden="true" />
        ),
      )}
    </ul>
  );
}
