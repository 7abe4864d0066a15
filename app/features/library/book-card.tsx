import { Link } from '@tanstack/react-router';
import { DrawnPage } from '#app/features/materials/drawn-page.tsx';
import { PrintedAddress, DownloadLink, FilePassword } from '#app/features/materials/material-file.tsx';
import { usePicture } from '#app/features/materials/use-picture.ts';
import { OpenMaterialButton } from '#app/features/open-material/open-material.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { buttonStyle } from '#app/ui/button.tsx';
import { cardStyle } from '#app/ui/card.tsx';
import { api, type ContractIds } from '#contract/addresses.ts';
import { hasPicture, type Material } from '#domain/material.ts';
import * as actions from '#messages/actions.ts';
import * as nouns from '#messages/nouns.ts';
import { langOf } from '#app/ui/lang-of.ts';

/**
 * Width of a cover in the grid (book-card.tsx). Browsers choose a picture by the pixels of the screen. For phones the
 * list has a smaller width, so that they choose the picture of 320 pixels, which has nearly two pixels for each CSS
 * pixel. A larger picture costs three times the bytes and looks the same.
 */
const coverSizes = [
  '(max-width: 640px) and (min-resolution: 2.5dppx) 80px',
  '(max-width: 640px) and (min-resolution: 1.5dppx) 128px',
  '(max-width: 640px) 45vw',
  '(max-width: 1024px) 30vw',
  '200px',
].join(', ');

type BookCoverProps = {
  book: Material;
  ids: ContractIds;
  /**
   * True for the first cover of the grid, which is loaded before the styles. The other covers are no larger, and
   * loading them early would only slow down this one, so they load when in view.
   */
  isLargest: boolean;
};

/** Renders a book's cover, or its first page; a drawn cover if there is neither. */
function BookCover({ book, ids, isLargest }: BookCoverProps) {
  const fileId = book.coverFileId ?? book.fileId;
  const picture = (width: number) => api.filePicture(ids, fileId, width);
  const { isFailed, attributes } = usePicture({
    src: picture(320),
    srcSet: `${picture(160)} 160w, ${picture(320)} 320w, ${picture(640)} 640w`,
    sizes: coverSizes,
  });
  if (!hasPicture(book) || isFailed) return <DrawnPage material={book} className="aspect-3/4" />;
  return (
    <img
      {...attributes}
      width={320}
      height={427}
      alt=""
      loading={isLargest ? 'eager' : 'lazy'}
      fetchPriority={isLargest ? 'high' : 'auto'}
      decoding="async"
      className="aspect-3/4 w-full bg-sunken object-cover object-top dark:brightness-90"
    />
  );
}

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
            <bdi lang={langOf(book.title)}>{book.title}</bdi>
          </Link>
        </h2>
        <PrintedAddress material={book} />
        <p data-tooltip-if-cut="" className="mt-1 line-clamp-2 text-sm text-muted">
          {book.subject}
        </p>
        <FilePassword material={book} className="mt-1 text-sm text-muted" />
        {book.isSample && (
          <p className="mt-1">
            <Badge>{nouns.sample}</Badge>
          </p>
        )}
        <div className="no-print mt-auto flex items-center gap-1 pt-3">
          <OpenMaterialButton
            material={book}
            label={actions.read}
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
