import { api, type ContractIds } from '#contract/addresses.ts';
import { hasPicture, type Material } from '#domain/material.ts';
import { DrawnPage } from '#app/features/materials/drawn-page.tsx';
import { usePicture } from '#app/features/materials/use-picture.ts';

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
export function BookCover({ book, ids, isLargest }: BookCoverProps) {
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
