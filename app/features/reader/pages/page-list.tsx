import { useCallback, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type Ref } from 'react';
import type { HitSpans } from '#app/features/reader/find/find-matches.ts';
import type { Finding } from '#app/features/reader/find/finder.ts';
import { ratioOfPicture } from '#app/features/reader/opening/first-picture.ts';
import { fitZoom } from '#app/features/reader/geometry/fit.ts';
import { layOutPages } from '#app/features/reader/geometry/page-layout.ts';
import type { PageLocation } from '#app/features/reader/geometry/page-location.ts';
import { isSideways, type Rotation } from '#app/features/reader/geometry/rotation.ts';
import { pageWidth } from '#app/features/reader/geometry/zoom.ts';
import { useGestures } from '#app/features/reader/gestures/use-gestures.ts';
import { createPageScroll, type LayoutCause } from './page-scroll.ts';
import { PageView } from './page-view.tsx';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import { RenderQueue } from '#app/features/reader/pdf/render-queue.ts';
import type { Highlight } from '#app/features/reader/highlights/highlight.ts';
import type { BarRoom } from '#app/features/reader/toolbar/use-bars.ts';
import { useHighlighting } from '#app/features/reader/highlights/use-highlighting.ts';
import { useViewSize } from './use-view-size.ts';
import { useWindowSize } from './use-window-size.ts';

/** What the reader may ask of the strip of pages. */
export type PageListHandle = {
  /** Scrolls smoothly to a page, numbered from 1. */
  goTo: (page: number) => void;
  /** Scrolls smoothly until a place is at the beginning of the view. */
  goToLocation: (place: PageLocation) => void;
  /** Scrolls smoothly until a place is well in sight; answers whether it had to. */
  show: (place: PageLocation) => boolean;
  /** Takes a job that is done while no page waits, such as drawing a thumbnail; returns the cancel. */
  addBackgroundJob: (run: (signal: AbortSignal) => Promise<void>) => () => void;
  /** The place at the beginning of the view, to come back to with `goToLocation`; null before there are pages. */
  place: () => PageLocation | null;
  /** The step of zoom at which the page being read fits the window's width, or fits whole. */
  fit: (kind: 'width' | 'page') => number;
  focus: () => void;
};

type PageListProps = {
  document: PdfDocument;
  title: string;
  zoom: number;
  rotation: Rotation;
  isDark: boolean;
  /** The server's picture of page 1, where it is here. */
  firstPicture: HTMLImageElement | null;
  downloadUrl: string;
  /** Where it begins; later changes are of no interest. */
  initialPage: number;
  isHighlighting: boolean;
  highlights: readonly Highlight[];
  /** What has been found in the document. */
  finding: Finding;
  /** Told where a link inside the document leads. */
  onFollow: (target: unknown) => void;
  /** Both are kept from the first render on. */
  onPageTurned: (page: number) => void;
  onHighlight: (highlight: Highlight) => void;
  /** What bars lie over at both ends of the strip. */
  room: BarRoom;
  /** Told the step of zoom that hands asked for. */
  onZoomed: (zoom: number) => void;
  /** Told how far the person scrolled, and whether to an end of the document. Kept from the first render on. */
  onTravel: (pixels: number, isAtEnd: boolean) => void;
  /** Told of a tap that asks for nothing else. Kept from the first render on. */
  onTap: () => void;
  handle: Ref<PageListHandle>;
};

const noHighlights: readonly Highlight[] = [];
const noHits: HitSpans = new Uint32Array();

/** The strip of pages. Only those in sight and their neighbours are there at all, however long the document is. */
export function PageList(props: PageListProps) {
  const { document, title, zoom, rotation, isDark, firstPicture, downloadUrl } = props;
  const { isHighlighting, highlights, finding, room, onPageTurned, onHighlight } = props;
  const scroller = useRef<HTMLElement>(null);
  const size = useWindowSize();
  const view = useViewSize(scroller);
  const width = Math.round(pageWidth(size.width, zoom));
  const [ratios, setRatios] = useState<ReadonlyMap<number, number>>(() => startingRatios(firstPicture));
  const [wanted, setWanted] = useState<readonly number[]>([]);
  const [{ queue, scroll }] = useState(() => {
    const queue = new RenderQueue();
    const initialPage = Math.min(props.initialPage, document.pageCount);
    return {
      queue,
      scroll: createPageScroll({ queue, initialPage, onWanted: setWanted, onPageTurned, onTravel: props.onTravel }),
    };
  });
  // StoredMap while nothing changes: a new layout is what moves the view.
  const widest = widestPage(size.width, view.width);
  const layout = useMemo(
    () => layOutPages(document.pageCount, width, ratios, { ...room, widest, isSideways: isSideways(rotation) }),
    [document, width, widest, room, ratios, rotation],
  );
  const shape = useRef({ zoom, rotation, width, room });
  const byPage = useMemo(() => groupByPage(highlights), [highlights]);
  useHighlighting({ scroller, isOn: isHighlighting, onHighlight });
  useImperativeHandle(
    props.handle,
    () => {
      const fit = (kind: 'width' | 'page') => {
        // As it is now: a window just resized may not have been heard of yet.
        const { clientWidth: viewWidth = 0, clientHeight = 0 } = scroller.current ?? {};
        const ratio = (layout.heights[scroll.page() - 1] ?? 0) / layout.width;
        const viewHeight = clientHeight - layout.above - layout.below;
        return fitZoom(kind, ratio, { windowWidth: window.innerWidth, viewWidth, viewHeight });
      };
      const { goTo, goToLocation, show, place, focus } = scroll;
      return { goTo, goToLocation, show, place, fit, focus, addBackgroundJob: (run) => queue.addBackground(run) };
    },
    [scroll, queue, layout],
  );

  useLayoutEffect(
    function watchScrolling() {
      return scroller.current ? scroll.attach(scroller.current) : undefined;
    },
    [scroll],
  );
  useLayoutEffect(
    function keepLocation() {
      scroll.relayout(layout, causeOf(shape.current, { zoom, rotation, width, room }));
      shape.current = { zoom, rotation, width, room };
    },
    [scroll, layout, zoom, rotation, width, room],
  );

  useLayoutEffect(
    function dressNewPages() {
      scroll.dress();
    },
    [scroll, wanted],
  );
  useGestures({ scroller, scroll, zoom, onZoomed: props.onZoomed, onTap: props.onTap });

  const measure = useCallback((page: number, ratio: number) => {
    setRatios((before) => (before.get(page) === ratio ? before : new Map(before).set(page, ratio)));
  }, []);

  return (
    <section
      ref={scroller}
      className="reader-scroller"
      aria-label={`Pages of ${title}`}
      data-highlighting={isHighlighting || undefined}
    >
      <div
        className="reader-strip"
        style={{ height: layout.total, width: `max(100%, calc(100% + ${width - widest}px))` }}
      >
        {wanted
          .toSorted((one, other) => one - other)
          .map((number) => (
            <PageView
              key={number}
              document={document}
              number={number}
              top={layout.tops[number - 1] ?? 0}
              width={width}
              height={layout.heights[number - 1] ?? 0}
              rotation={rotation}
              pixelRatio={size.pixelRatio}
              isDark={isDark}
              queue={queue}
              firstPicture={number === 1 ? firstPicture : null}
              downloadUrl={downloadUrl}
              highlights={byPage.get(number) ?? noHighlights}
              hits={finding.hits.get(number) ?? noHits}
              currentHit={finding.current?.page === number ? finding.current.index : null}
              onMeasured={measure}
              onFollow={props.onFollow}
            />
          ))}
      </div>
    </section>
  );
}

/** The greatest width the pages may have in a view so wide before they must be scrolled sideways. */
function widestPage(windowWidth: number, viewWidth: number): number {
  const zoom = fitZoom('width', 1, { windowWidth, viewWidth, viewHeight: 0 });
  return Math.min(Math.round(pageWidth(windowWidth, zoom)), viewWidth);
}

type Shape = { zoom: number; rotation: Rotation; width: number; room: BarRoom };

function causeOf(before: Shape, after: Shape): LayoutCause {
  if (before.zoom !== after.zoom) return 'zoomed';
  const isSame = before.rotation === after.rotation && before.width === after.width && before.room === after.room;
  return isSame ? 'measured' : 'turned';
}

/** A picture of page 1 tells how tall it is before the page itself can. */
function startingRatios(firstPicture: HTMLImageElement | null): Map<number, number> {
  const ratio = firstPicture && ratioOfPicture(firstPicture);
  return new Map(ratio === null ? [] : [[1, ratio]]);
}

function groupByPage(highlights: readonly Highlight[]): Map<number, Highlight[]> {
  const byPage = new Map<number, Highlight[]>();
  for (const highlight of highlights) {
    byPage.set(highlight.page, [...(byPage.get(highlight.page) ?? []), highlight]);
  }
  return byPage;
}
