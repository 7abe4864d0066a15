import { Link } from '@tanstack/react-router';
import type { ContractIds } from '#contract/addresses.ts';
import type { Material } from '#domain/material.ts';
import { DownloadLink } from '#app/features/materials/download-link.tsx';
import { FilePassword } from '#app/features/materials/file-password.tsx';
import { OpenMaterialButton } from '#app/features/open-material/open-material.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { cardStyle } from '#app/ui/card.tsx';
import { PrintedAddress } from '#app/features/materials/printed-address.tsx';
import { buttonStyle } from '#app/ui/button-style.ts';
import { BookCover } from './book-cover.tsx';

/** Renders a book in the grid: cover, title, subject, and a button that opens it. */
export function BookCard({ book, ids, isLargest }: { book: Material; ids: ContractIds; isLargest: boolean }) {
  return (
    <li data-material={book.id} className={`${cardStyle} flex flex-col overflow-hidden`}>
      <div className="no-print border-b border-hairline">
        <BookCover book={book} ids={ids} isLargest={isLargest} />
      </div>
      <div className="flex flex-1 flex-col p-3 sm:p-4 xl:p-3">
        <h2 data-tooltip-if-cut="" className="line-clamp-4 text-base leading-snug text-pretty">
          <Link
            to="/material/$id"
            params={{ id: book.id }}
            className="underline-offset-4 hover:text-accent hover:underline"
          >
            <bdi>{book.title}</bdi>
          </Link>
        </h2>
        <PrintedAddress material={book} />
        <p data-tooltip-if-cut="" className="mt-1 line-clamp-2 text-sm text-muted">
          {book.subject}
        </p>
        <FilePassword material={book} className="mt-1 text-sm text-muted" />
        {book.isSample && (
          <p className="mt-1">
            <Badge>Sample</Badge>
          </p>
        )}
        <div className="no-print mt-auto flex items-center gap-1 pt-3">
          <OpenMaterialButton
            material={book}
            label="Read"
            className={`${buttonStyle('secondary', 'small')} min-w-0 flex-1 shrink`}
          />
          <DownloadLink material={book} ids={ids} isCompact />
        </div>
      </div>
    </li>
  );
}

/** Classes of the grid of books. The size of a part of the list is divisible by every number of columns. */
export const bookGridStyle =
  'grid grid-cols-1 gap-3 min-[18rem]:grid-cols-2 sm:grid-cols-3 sm:gap-5 lg:grid-cols-4 xl:grid-cols-6 xl:gap-4 print:grid-cols-1!';
