import { ListPlus, Merge, X } from 'lucide-react';
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { digits } from '#messages/format.ts';
import * as words from '#messages/import/pictures.ts';
import type { BoardGroup } from './page-board.ts';
import { Thumbnail } from './picture-thumbnail.tsx';
import type { Thumbnails } from './thumbnails.ts';

type PageGroupProps = {
  group: BoardGroup;
  /** The name of the PDF. */
  name: string;
  thumbnails: Thumbnails;
  /** The index of the selected page; null if it is in another group. */
  selected: number | null;
  /** True for exactly one group, which Tab reaches; arrow keys lead to the others. */
  isTabStop: boolean;
  canJoin: boolean;
  onSelect: (index: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onJoin: () => void;
  onEach: () => void;
  onAccept: () => void;
  onLeaveOut: () => void;
};

/** The id of the button of a page. */
export const pageId = (groupId: number, index: number) => `page-${groupId}-${index}`;

/** A group of pictures that will become one PDF, with its actions. */
export function PageGroup(props: PageGroupProps) {
  const { group, name, isTabStop, canJoin } = props;
  const { pictures, doubt, failure } = group;
  const tabIndex = isTabStop ? 0 : -1;
  const tone = failure ? 'border-danger' : doubt ? 'border-marigold' : 'border-hairline';
  return (
    <li
      className={classes(
        'grid max-w-full min-w-44 grid-cols-1 content-start gap-1 rounded-card border bg-card p-2',
        tone,
      )}
    >
      <div className="flex items-start gap-x-1">
        <p className="min-w-0 flex-1 pt-1 text-sm">
          <span className="line-clamp-2 font-medium wrap-anywhere" data-tooltip-if-cut>
            {name}
          </span>
          <span className="text-muted">{words.pageCount(pictures.length)}</span>
        </p>
        {canJoin && (
          <Tool label={words.joinBeforeOf(name)} tip={words.joinBefore} tabIndex={tabIndex} onClick={props.onJoin}>
            <Merge aria-hidden="true" className="size-5 -rotate-90 rtl:rotate-90" />
          </Tool>
        )}
        {pictures.length > 1 && !doubt && (
          <Tool label={words.onePdfOfEachPage(name)} tip={words.onePdfEach} tabIndex={tabIndex} onClick={props.onEach}>
            <ListPlus aria-hidden="true" className="size-5" />
          </Tool>
        )}
        <Tool label={words.leaveOutOf(name)} tip={words.leaveOut} tabIndex={tabIndex} onClick={props.onLeaveOut}>
          <X aria-hidden="true" className="size-5" />
        </Tool>
      </div>
      {failure && <p className="max-w-80 text-sm text-danger">{failure}</p>}
      {doubt && (
        <div className="max-w-96 rounded-md bg-marigold-tint px-2 py-1 text-sm text-ink">
          <p className="mb-1">{words.doubts[doubt]}</p>
          <div className="flex flex-wrap gap-x-2">
            <Button
              variant="secondary"
              size="small"
              tabIndex={tabIndex}
              aria-label={words.onePdfOf(name)}
              onClick={props.onAccept}
            >
              {words.onePdf}
            </Button>
            <Button
              variant="secondary"
              size="small"
              tabIndex={tabIndex}
              aria-label={words.onePdfEachOf(name)}
              onClick={props.onEach}
            >
              {words.onePdfEach}
            </Button>
          </div>
        </div>
      )}
      <Pages {...props} />
    </li>
  );
}

function Pages({ group, name, thumbnails, selected, isTabStop, onSelect, onKeyDown }: PageGroupProps) {
  const prefix = commonPrefix(group.pictures.map(({ file }) => file.name));
  return (
    <ol aria-label={words.pagesOf(name)} className="flex flex-wrap gap-1">
      {group.pictures.map((picture, index) => (
        <li key={picture.path}>
          <button
            type="button"
            id={pageId(group.id, index)}
            tabIndex={isTabStop && index === (selected ?? 0) ? 0 : -1}
            aria-pressed={index === selected}
            onClick={() => onSelect(index)}
            onKeyDown={onKeyDown}
            className={classes(
              'grid w-24 gap-0.5 rounded-md p-0.5 text-start sm:w-28',
              index === selected ? 'ring-2 ring-accent' : 'hover:bg-sunken',
            )}
          >
            <Thumbnail picture={picture} thumbnails={thumbnails} className="aspect-[1/1.2] w-full" />
            <span className="truncate text-xs text-muted" data-tooltip-if-cut>
              {words.page(
                (text) => (
                  <span key="word" className="sr-only">
                    {text}
                  </span>
                ),
                <span key="position" className="font-medium text-ink">
                  {digits(index + 1)}
                </span>,
              )}{' '}
              {prefix > 0 && '…'}
              {picture.file.name.slice(prefix)}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Returns the length of the common beginning of all names, up to the end of a word; 0 if it is short. */
function commonPrefix([first = '', ...others]: readonly string[]): number {
  if (others.length === 0) return 0;
  let length = 0;
  while (length < first.length && others.every((name) => name[length] === first[length])) length += 1;
  const end = first.slice(0, length).search(/[^\s_-]*$/);
  return end > 6 ? end : 0;
}

type ToolProps = Pick<ComponentProps<typeof Button>, 'tabIndex' | 'onClick'> & {
  label: string;
  tip: string;
  /** True if the action has nothing to do. The button stays visible and keeps the focus. */
  isOff?: boolean;
  children: ReactNode;
};

/** A button with an icon. */
export function Tool({ label, tip, isOff = false, onClick, ...rest }: ToolProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      data-tooltip={tip}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onClick}
      {...rest}
    />
  );
}
