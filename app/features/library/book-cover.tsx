import { useState } from 'react';
import { api, type ContractIds } from '#contract/addresses.ts';
import { hasPicture, type Material } from '#domain/material.ts';
import { KindIcon } from '#app/features/materials/kind-icon.tsx';

type BookCoverProps = {
  book: Material;
  ids: ContractIds;
  /** Among the first seen: fetched at once. */ isEarly: boolean;
};

/** A book's cover picture, or its first page; a drawn cover when neither can be had (specification 8). */
export function BookCover({ book, ids, isEarly }: BookCoverProps) {
  const fileId = book.coverFileId ?? book.fileId;
  const [failedFileId, setFailedFileId] = useState<string | null>(null);
  if (!hasPicture(book) || failedFileId === fileId) return <DrawnCover title={book.title} />;
  const picture = (width: number) => api.filePicture(ids, fileId, width);
  return (
    <img
      // A cover that failed before this script ran has no error event left to give.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setFailedFileId(fileId);
      }}
      onError={() => setFailedFileId(fileId)}
      src={picture(320)}
      srcSet={`${picture(160)} 160w, ${picture(320)} 320w, ${picture(640)} 640w`}
      sizes="(max-width: 640px) 45vw, 220px"
      width={320}
      height={427}
      alt=""
      loading={isEarly ? 'eager' : 'lazy'}
      fetchPriority={isEarly ? 'high' : 'auto'}
      decoding="async"
      className="aspect-3/4 w-full bg-sunken object-cover object-top dark:brightness-90"
    />
  );
}

function DrawnCover({ title }: { title: string }) {
  return (
    <div
      data-fallback-cover
      className="flex aspect-3/4 w-full flex-col justify-between border-l-8 border-book-kind bg-book-kind-tint p-4"
    >
      <span className="line-clamp-5 font-serif text-lg leading-tight font-semibold text-book-kind">{title}</span>
      <KindIcon kind="book" className="size-8" />
    </div>
  );
}
