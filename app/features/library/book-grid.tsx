import { useState } from 'react';
import type { ContractIds } from '#contract/addresses.ts';
import type { Material } from '#domain/material.ts';
import { BookCard, bookGridStyle } from './book-card.tsx';
import { keepBookCells } from './book-cells.ts';

type BookGridProps = {
  books: readonly Material[];
  /**
   * Identifies the list. When the list changes within one scope, books that are still in it do not move; another scope
   * is a new list.
   */
  scope: string;
  ids: ContractIds;
};

/** Books in a grid, in the given order. */
export function BookGrid({ books, scope, ids }: BookGridProps) {
  const [shown, setShown] = useState({ books, scope, cells: keepBookCells([], books) });
  if (shown.books !== books)
    setShown({ books, scope, cells: keepBookCells(shown.scope === scope ? shown.cells : [], books) });
  return (
    <ul className={bookGridStyle}>
      {shown.cells.map((book, index) =>
        book ? (
          <BookCard key={book.id} book={book} ids={ids} isLargest={index === 0} />
        ) : (
          <li key={`gap-${index}`} aria-hidden="true" />
        ),
      )}
    </ul>
  );
}
