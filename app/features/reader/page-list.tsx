import { useCallback, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type Ref } from 'react';
import type { HitSpans } from './find/find-matches.ts';
import type { Finding } from './find/finder.ts';
import { fitZoom } from './geometry/fit.ts';
import { layOutPages } from './geometry/page-layout.ts';
import type { Place } from './geometry/place.ts';
import { isSideways, type Rotation } from './geometry/rotation.ts';
import { pageWidth } from './geometry/zoom.ts';
import { createPageScroll, type LayoutCause } from './page-scroll.ts';
import { PageView } from './page-view.tsx';
import type { PdfDocument } from './pdf/open-pdf.ts';
import { RenderQueue } from './pdf/render-queue.ts';
import type { Highlight } from './reader-state.ts';
import { useHighlighting } from './use-highlighting.ts';
import { useWindowSize } from './use-window-size.ts';

/** What the reader may ask of the strip of pages. */
export type PageListHandle = {
  /** Scrolls smoothly to a page, numbered from 1. */
  goTo: (page: number) => void;
  /** Scrolls smoothly until a place is at the beginning of the view. */
  goToPlace: (place: Place) => void;
  /** Scrolls smoothly until a place is well in sight; answers whether it had to. */
  show: (place: Place) => boolean;
  /** Takes a job that is done while no page waits, such as drawing a thumbnail; returns the cancel. */
  workBehind: (run: (signal: AbortSignal) => Promise<void>) => () => void;
  /** The place at the beginning of the view, to come back to with `goToPlace`; null before there are pages. */
  place: () => Place | null;
  /** The step of zoom at which the page being read fits the window's width, or fits whole. */
  fit: (kind: 'width' | 'page') => number;
  focus: () => void;
};

type PageListProps = {
  document: PdfDocument;
  title: string;
  zoom: number;
  rotation: Rotation;
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
  handle: Ref<PageListHandle>;
};

const noHighlights: readonly Highlight[] = [];
const noHits: HitSpans = new Uint32Array();

/** The strip of pages. Only those in sight and their neighbours are there at all, however long the document is. */
export function PageList(props: PageListProps) {
  const { document, title, zoom, rotation, isHighlighting, highlights, finding, onPageTurned, onHighlight } = props;
  const size = useWindowSize();
  const width = Math.round(pageWidth(size.width, zoom));
  const [ratios, setRatios] = useState<ReadonlyMap<number, number>>(new Map());
  const [wanted, setWanted] = useState<readonly number[]>([]);
  const [{ queue, scroll }] = useState(() => {
    const queue = new RenderQueue();
    const initialPage = Math.min(props.initialPage, document.pageCount);
    return { queue, scroll: createPageScroll({ queue, initialPage, onWanted: setWanted, onPageTurned }) };
  });
  const scroller = useRef<HTMLElement>(null);
  // Kept while nothing changes: a new layout is what moves the view.
  const layout = useMemo(
    () => layOutPages(document.pageCount, width, ratios, { isSideways: isSideways(rotation) }),
    [document, width, ratios, rotation],
  );
  const shape = useRef({ zoom, rotation, width });
  const byPage = useMemo(() => groupByPage(highlights), [highlights]);
  useHighlighting({ scroller, isOn: isHighlighting, onHighlight });
  useImperativeHandle(
    props.handle,
    () => {
      const fit = (kind: 'width' | 'page') => {
        const viewWidth = scroller.current?.clientWidth ?? 0;
        const viewHeight = (scroller.current?.clientHeight ?? 0) - layout.above - layout.below;
        const ratio = (layout.heights[scroll.page() - 1] ?? 0) / layout.width;
        return fitZoom(kind, ratio, { windowWidth: size.width, viewWidth, viewHeight });
      };
      const { goTo, goToPlace, show, place, focus } = scroll;
      return { goTo, goToPlace, show, place, fit, focus, workBehind: (run) => queue.addBehind(run) };
    },
    [scroll, queue, layout, size.width],
  );

  useLayoutEffect(
    function watchScrolling() {
      return scroller.current ? scroll.attach(scroller.current) : undefined;
    },
    [scroll],
  );
  useLayoutEffect(
    function keepPlace() {
      scroll.relayout(layout, causeOf(shape.current, { zoom, rotation, width }));
      shape.current = { zoom, rotation, width };
    },
    [scroll, layout, zoom, rotation, width],
  );

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
      <div className="reader-strip" style={{ height: layout.total, width }}>
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
              queue={queue}
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

type Shape = { zoom: number; rotation: Rotation; width: number };

function causeOf(before: Shape, after: Shape): LayoutCause {
  if (before.zoom !== after.zoom) return 'zoomed';
  return before.rotation !== after.rotation || before.width !== after.width ? 'turned' : 'measured';
}

function groupByPage(highlights: readonly Highlight[]): Map<number, Highlight[]> {
  const byPage = new Map<number, Highlight[]>();
  for (const highlight of highlights) {
    byPage.set(highlight.page, [...(byPage.get(highlight.page) ?? []), highlight]);
  }
  return byPage;
}
