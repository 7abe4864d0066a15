import { useMemo, useRef, type Ref } from 'react';
import type { HitSpans } from '#app/features/reader/find/find-matches.ts';
import type { Finding } from '#app/features/reader/find/finding-store.ts';
import { maxPagePixels, sharpWidth } from '#app/features/reader/geometry/canvas-size.ts';
import type { PageBox } from '#app/features/reader/geometry/page-box.ts';
import {
  frameAt,
  heightOfFrame,
  indexOfFrame,
  partOfFrame,
  sheetOf,
  topOfFrame,
} from '#app/features/reader/geometry/page-layout.ts';
import { visiblePart } from '#app/features/reader/geometry/page-part.ts';
import type { Rotation } from '#app/features/reader/geometry/rotation.ts';
import { gestureLimit } from '#app/features/reader/geometry/gesture-zoom.ts';
import { useGestures } from './use-gestures.ts';
import type { Highlight } from '#app/features/reader/highlights/highlight.ts';
import { useSide } from '#app/features/viewer/side.ts';
import { useHighlighting } from '#app/features/reader/highlights/use-highlighting.ts';
import type { DocumentInk } from '#app/features/reader/pages/read-ink.ts';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import type { PageTexts } from '#app/features/reader/recognised/page-texts.ts';
import type { ReaderState } from '#app/features/reader/state/reader-state.ts';
import type { BarRoom } from '#app/features/reader/toolbar/use-bars.ts';
import * as words from '#messages/reader/pages.ts';
import * as viewerWords from '#messages/viewer.ts';
import { PageView } from './page-view.tsx';
import { useStripLayout } from './use-strip-layout.ts';
import { useStripScroll, type PageListHandle } from './use-strip-scroll.ts';

type PageListProps = {
  document: PdfDocument;
  texts: PageTexts;
  ink: DocumentInk;
  title: string;
  zoom: number;
  isTrimmed: boolean;
  /** True if each page that is wide enough for two is shown as two halves below each other. */
  isHalved: boolean;
  rotation: Rotation;
  isDark: boolean;
  /** The server's picture of page 1, if it has loaded. */
  firstPicture: HTMLImageElement | null;
  downloadUrl: string;
  /** The page at which the reader opens; later changes are ignored. */
  initialPage: number;
  isHighlighting: boolean;
  highlights: readonly Highlight[];
  bookmarks: readonly number[];
  /** The part of a page's text that is read aloud. */
  spoken: ReaderState['spoken'];
  /** The state of the search. */
  finding: Finding;
  /** Called with the target of a link inside the document. */
  onFollow: (target: unknown) => void;
  /** Must stay the same function, as must `onTravel`. */
  onPageTurned: (page: number) => void;
  onHighlight: (highlight: Highlight) => void;
  /** The space for bars at both ends of the strip. */
  room: BarRoom;
  /** Additional height by which the find bar covers the start. */
  findRoom: number;
  /** Called with the zoom step that a gesture ended on. */
  onZoomed: (zoom: number) => void;
  /** Called with how far the visitor scrolled, and whether to an end of the document. */
  onTravel: (pixels: number, isAtEnd: boolean) => void;
  /** Called on a tap that has no other effect. */
  onTap: () => void;
  handle: Ref<PageListHandle>;
};

const noHighlights: readonly Highlight[] = [];
const noHits: HitSpans = new Uint32Array();

/** Renders the strip of pages. Only visible pages and their neighbours are in the DOM, regardless of the document's length. */
export function PageList(props: PageListProps) {
  const { document, title, zoom, isTrimmed, isHalved, rotation, isDark, firstPicture, downloadUrl } = props;
  const { ink, isHighlighting, highlights, spoken, finding, room, findRoom, onPageTurned, onTravel } = props;
  const { pageCount } = document;
  const scroller = useRef<HTMLElement>(null);
  const shape = { zoom, isTrimmed, isHalved, rotation, room, findRoom };
  const strip = useStripLayout({ scroller, pageCount, ...shape, firstPicture });
  const { layout, width, pixelRatio } = strip;
  const spokenSpan = useMemo(() => (spoken ? Uint32Array.of(spoken.start, spoken.end) : noHits), [spoken]);
  const byPage = useMemo(() => groupByPage(highlights), [highlights]);
  useHighlighting({ scroller, isOn: isHighlighting, onHighlight: props.onHighlight });
  const { initialPage, handle } = props;
  const reports = { handle, onPageTurned, onTravel };
  const scrolling = { scroller, pageCount, initialPage, layout, shape: { ...shape, width }, ...reports };
  const { queue, scroll, wanted, view } = useStripScroll({ ...scrolling, onZoomed: props.onZoomed });
  const maxZoom = gestureLimit(layout, zoom);
  const { at: side } = useSide();
  useGestures({ scroller, scroll, zoom, maxZoom, onZoomed: props.onZoomed, onTap: props.onTap });

  /** Returns the visible part of a page that is too large to be drawn sharply as a whole; null for other pages. */
  function partOf(index: number): PageBox | null {
    const sheet = sheetOf(layout, index);
    const isSharp = sharpWidth({ ...sheet, pixelRatio, maxPixels: maxPagePixels() }) >= sheet.width;
    return view && !isSharp ? visiblePart(layout, view, index) : null;
  }

  // In a new layout, a page may be whole whose halves were wanted.
  const frames = [...new Set(wanted.map((frame) => indexOfFrame(layout, frame)))].toSorted((one, other) => one - other);

  return (
    <section
      ref={scroller}
      className="reader-scroller"
      aria-label={viewerWords.pagesOf(title)}
      data-highlighting={isHighlighting || undefined}
    >
      <div
        className="reader-strip"
        style={{ height: layout.total, width: `max(100%, calc(100% + ${width - layout.widest}px))` }}
      >
        {frames.map((index) => {
          const { page: number, half } = frameAt(layout, index);
          return (
            <PageView
              // The left half is in place of the whole page.
              key={`${number}${half === 'right' ? ' right' : ''}`}
              document={document}
              texts={props.texts}
              number={number}
              half={half}
              label={words.pageName(number, half, side)}
              top={topOfFrame(layout, index)}
              shownWidth={width}
              shownHeight={heightOfFrame(layout, index)}
              part={partOfFrame(layout, index)}
              ink={isTrimmed ? ink : null}
              isPlaced={!isTrimmed || strip.isTextFound(number)}
              rotation={rotation}
              pixelRatio={pixelRatio}
              seen={partOf(index)}
              isDark={isDark}
              queue={queue}
              firstPicture={index === 0 ? firstPicture : null}
              downloadUrl={downloadUrl}
              isBookmarked={half !== 'right' && props.bookmarks.includes(number)}
              highlights={byPage.get(number) ?? noHighlights}
              spoken={spoken?.page === number ? spokenSpan : noHits}
              hits={finding.hits.get(number) ?? noHits}
              currentHit={finding.current?.page === number ? finding.current.index : null}
              onMeasured={strip.measure}
              onText={strip.setText}
              onFollow={props.onFollow}
            />
          );
        })}
      </div>
    </section>
  );
}

function groupByPage(highlights: readonly Highlight[]): Map<number, Highlight[]> {
  const byPage = new Map<number, Highlight[]>();
  for (const highlight of highlights) {
    byPage.set(highlight.page, [...(byPage.get(highlight.page) ?? []), highlight]);
  }
  return byPage;
}
