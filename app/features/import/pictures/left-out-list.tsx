import { groupBy } from '#domain/text/group-by.ts';
import type { LeftOutPicture } from '#app/features/import/intake/inspect-pictures.ts';
import type { Picture } from '#app/features/import/intake/read-picture.ts';
import { Button } from '#app/ui/button.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import * as words from '#messages/import/pictures.ts';
import { Thumbnail } from './picture-thumbnail.tsx';
import type { Thumbnails } from './thumbnails.ts';

type LeftOutListProps = {
  leftOut: readonly LeftOutPicture[];
  thumbnails: Thumbnails;
  onTakeIn: (pictures: readonly Picture[]) => void;
  /** Restores or shows the material of which pictures are pages. */
  onBringBack: (back: NonNullable<LeftOutPicture['back']>) => void;
};

/** Maximum numbers of listed lines, and of pictures per line; further ones are counted. */
const maxListed = 200;

/** Pictures left out of PDFs, on a line for each folder and reason, with buttons to add the pictures back. */
export function LeftOutList({ leftOut, ...shown }: LeftOutListProps) {
  const lines = [...groupBy(leftOut, ({ picture, reason }) => `${folderOf(picture)}\n${reason}`)];
  if (lines.length === 0) return null;
  return (
    <Disclosure summary={words.leftOut(leftOut.length)}>
      <ul
        className="mt-1 grid max-h-96 scroll-area-y gap-1 overflow-y-auto"
        tabIndex={0}
        aria-label={words.leftOutList}
      >
        {lines.slice(0, maxListed).map(([key, list]) => (
          <LeftOutLine key={key} list={list} {...shown} />
        ))}
      </ul>
      {lines.length > maxListed && (
        <p className="text-sm text-muted">{words.andMoreFolders(lines.length - maxListed)}</p>
      )}
    </Disclosure>
  );
}

function LeftOutLine({
  list,
  thumbnails,
  onTakeIn,
  onBringBack,
}: Omit<LeftOutListProps, 'leftOut'> & { list: readonly LeftOutPicture[] }) {
  const [first] = list;
  if (!first) return null;
  const { back } = first;
  const what = list.length === 1 ? first.picture.path : words.picturesIn(list.length, folderOf(first.picture));
  return (
    <li className="flex flex-wrap items-start gap-x-3 border-t border-hairline py-1 text-sm">
      <div className="min-w-0 flex-1 basis-60 py-2">
        {list.length === 1 ? (
          <p className="wrap-anywhere">{what}</p>
        ) : (
          <Pictures {...{ list, thumbnails, onTakeIn }} summary={what} />
        )}
        <p className="text-muted">{first.reason}</p>
      </div>
      {list.length === 1 && <Thumbnail picture={first.picture} thumbnails={thumbnails} className="size-14" />}
      {back && (
        <Button variant="secondary" size="small" onClick={() => onBringBack(back)}>
          {back.way === 'restore' ? words.restore(back.title) : words.show(back.title)}
        </Button>
      )}
      <Button
        variant="secondary"
        size="small"
        aria-label={words.addThese(what)}
        onClick={() => onTakeIn(list.map(({ picture }) => picture))}
      >
        {words.add}
      </Button>
    </li>
  );
}

function Pictures({
  list,
  summary,
  thumbnails,
  onTakeIn,
}: Omit<LeftOutListProps, 'leftOut' | 'onBringBack'> & { list: readonly LeftOutPicture[]; summary: string }) {
  return (
    <Disclosure summary={summary}>
      <ul className="my-2 flex flex-wrap gap-2">
        {list.slice(0, maxListed).map(({ picture }) => (
          <li key={picture.path} className="grid w-28 gap-1">
            <Thumbnail picture={picture} thumbnails={thumbnails} className="aspect-[1/1.2]" />
            <span className="truncate text-xs" title={picture.file.name}>
              {picture.file.name}
            </span>
            <Button
              variant="secondary"
              size="small"
              aria-label={words.addThese(picture.file.name)}
              onClick={() => onTakeIn([picture])}
            >
              {words.add}
            </Button>
          </li>
        ))}
      </ul>
      {list.length > maxListed && <p>{words.andMorePictures(list.length - maxListed)}</p>}
    </Disclosure>
  );
}

const folderOf = ({ path }: Picture) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
