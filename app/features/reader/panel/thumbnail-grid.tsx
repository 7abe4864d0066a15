import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import type { Rotation } from '#app/features/reader/geometry/rotation.ts';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import { digits } from '#messages/format.ts';
import * as nouns from '#messages/nouns.ts';
import { cellOf, layOutThumbnails, pageOfKey, visibleThumbnails } from './thumbnail-layout.ts';
import { Thumbnail } from './thumbnail.tsx';

type ThumbnailGridProps = {
  document: PdfDocument;
  currentPage: number;
  rotation: Rotation;
  onPage: (page: number) => void;
  addBackgroundJob: (run: (signal: AbortSignal) => Promise<void>) => () => void;
};

/** Renders the thumbnails of a document. Only visible ones are in the DOM, regardless of their number. */
export function ThumbnailGrid({ document, currentPage, rotation, onPage, addBackgroundJob }: ThumbnailGridProps) {
  const { pageCount } = document;
  const scroller = useRef<HTMLElement>(null);
  const view = useThumbnailView(scroller);
  /** The page whose thumbnail Tab focuses; null for the current page, until the user presses other keys. */
  const [chosen, setChosen] = useState<number | null>(null);
  const focusNext = useRef(false);
  const layout = layOutThumbnails(pageCount, view.width, view.lineHeight);
  const active = chosen ?? currentPage;
  const pagesInView = view.width === 0 ? [] : visibleThumbnails(layout, pageCount, view.top, view.height);
  const shown = pagesInView.includes(active) || view.width === 0 ? pagesInView : [...pagesInView, active];
  const rowHeight = layout.cell.height;
  const isLaidOut = view.width > 0;
  const { columns } = layout;

  function showThumbnail(page: number) {
    if (scroller.current) scrollToRow(scroller.current, cellOf(layout, page).top, rowHeight);
  }

  const followReading = useEffectEvent((page: number) => {
    const element = scroller.current;
    // While the focus is inside, the keys determine what is visible.
    if (!element || element.contains(element.ownerDocument.activeElement)) return;
    setChosen(null);
    showThumbnail(page);
  });

  useLayoutEffect(
    function scrollToCurrentPage() {
      if (isLaidOut) followReading(currentPage);
    },
    [currentPage, isLaidOut, columns],
  );

  useEffect(
    function focusChosen() {
      if (!focusNext.current) return;
      focusNext.current = false;
      scroller.current?.querySelector<HTMLElement>(`[data-thumbnail="${active}"]`)?.focus({ preventScroll: true });
    },
    [active],
  );

  function handleKeyDown(event: KeyboardEvent) {
    const goal = pageOfKey(layout, pageCount, active, event.key, view.height);
    if (goal === null) return;
    event.preventDefault();
    focusNext.current = true;
    setChosen(goal);
    showThumbnail(goal);
  }

  return (
    <nav ref={scroller} className="reader-thumbnails" aria-label={nouns.pages} onKeyDown={handleKeyDown}>
      <ul style={{ height: layout.total }}>
        {shown
          .toSorted((one, other) => one - other)
          .map((page) => (
            <li
              key={page}
              aria-setsize={pageCount}
              aria-posinset={page}
              style={{ ...cellOf(layout, page), width: layout.cell.width, height: rowHeight }}
            >
              <ThumbnailButton
                page={page}
                isCurrent={page === currentPage}
                isActive={page === active}
                onFocus={() => setChosen(page)}
                onClick={() => onPage(page)}
              >
                <Thumbnail
                  document={document}
                  page={page}
                  rotation={rotation}
                  width={layout.picture.width}
                  height={layout.picture.height}
                  addBackgroundJob={addBackgroundJob}
                />
              </ThumbnailButton>
            </li>
          ))}
      </ul>
    </nav>
  );
}

/** Scrolls only as far as needed to show a row. */
function scrollToRow(element: HTMLElement, top: number, height: number): void {
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + height > element.scrollTop + element.clientHeight)
    element.scrollTop = top + height - element.clientHeight;
}

type ThumbnailButtonProps = {
  page: number;
  isCurrent: boolean;
  isActive: boolean;
  onFocus: () => void;
  onClick: () => void;
  children: ReactNode;
};

function ThumbnailButton({ page, isCurrent, isActive, onFocus, onClick, children }: ThumbnailButtonProps) {
  return (
    <button
      type="button"
      data-thumbnail={page}
      aria-label={nouns.page(page)}
      aria-current={isCurrent ? 'page' : undefined}
      tabIndex={isActive ? 0 : -1}
      onFocus={onFocus}
      onClick={onClick}
    >
      {children}
      <span aria-hidden="true">{digits(page)}</span>
    </button>
  );
}

/** The visible part of a scrolling list in CSS pixels, and the height of a line of text. */
type ThumbnailView = { top: number; width: number; height: number; lineHeight: number };

/** Returns the visible part of the list of thumbnails; its width is 0 until measured. */
function useThumbnailView(scroller: RefObject<HTMLElement | null>): ThumbnailView {
  const [view, setView] = useState<ThumbnailView>({ top: 0, width: 0, height: 0, lineHeight: 24 });
  useLayoutEffect(
    function watchView() {
      const element = scroller.current;
      if (!element) return;
      const measure = () => {
        const lineHeight = 1.5 * Number.parseFloat(getComputedStyle(element).fontSize);
        setView({ top: element.scrollTop, width: element.clientWidth, height: element.clientHeight, lineHeight });
      };
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      element.addEventListener('scroll', measure, { passive: true });
      return () => {
        observer.disconnect();
        element.removeEventListener('scroll', measure);
      };
    },
    [scroller],
  );
  return view;
}
