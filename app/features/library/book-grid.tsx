import { useState } from 'react';
import type { ContractIds } from '#contract/addresses.ts';
import type { Material } from '#domain/material.ts';
import { BookCard, bookGridStyle } from './book-card.tsx';
import { keepBookPlaces } from './book-places.ts';

type BookGridProps = {
  books: readonly Material[];
  /** What they are a list of: what changes within it moves no book that stays; another one begins anew. */
  scope: string;
  ids: ContractIds;
};

/** Books in a grid, in the order given. */
export function BookGrid({ books, scope, ids }: BookGridProps) {
  const [shown, setShown] = useState({ books, scope, places: keepBookPlaces([], books) });
  if (shown.books !== books)
    setShown({ books, scope, places: keepBookPlaces(shown.scope === scope ? shown.places : [], books) });
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
