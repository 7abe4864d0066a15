import { useCallback, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react';
import { layOutPages } from './geometry/page-layout.ts';
import { pageWidth } from './geometry/zoom.ts';
import { PageView } from './page-view.tsx';
import type { PdfDocument } from './pdf/open-pdf.ts';
import { RenderQueue } from './pdf/render-queue.ts';
import type { Highlight } from './reader-state.ts';
import { useHighlighting } from './use-highlighting.ts';
import { useScrolledPages } from './use-scrolled-pages.ts';
import { useWindowSize } from './use-window-size.ts';

/** What the reader may ask of the strip of pages. */
export type PageListHandle = { goTo: (page: number) => void; focus: () => void };

type PageListProps = {
  document: PdfDocument;
  title: string;
  zoom: number;
  initialPage: number;
  isHighlighting: boolean;
  highlights: readonly Highlight[];
  onPageTurned: (page: number) => void;
  onHighlight: (highlight: Highlight) => void;
  handle: Ref<PageListHandle>;
};

const noHighlights: readonly Highlight[] = [];

/** The strip of pages. Only those in sight and their neighbours are there at all, however long the document is. */
export function PageList(props: PageListProps) {
  const { document, title, zoom, isHighlighting, highlights, onPageTurned, onHighlight, handle } = props;
  const size = useWindowSize();
  const width = Math.round(pageWidth(size.width, zoom));
  const [ratios, setRatios] = useState<ReadonlyMap<number, number>>(new Map());
  const [queue] = useState(() => new RenderQueue());
  const scroller = useRef<HTMLDivElement>(null);
  // Kept while nothing changes: a new layout is what moves the view.
  const layout = useMemo(() => layOutPages(document.pageCount, width, ratios), [document, width, ratios]);
  const initialPage = Math.min(props.initialPage, document.pageCount);
  const pages = useScrolledPages({ scroller, layout, queue, initialPage, onPageTurned });
  useHighlighting({ scroller, isOn: isHighlighting, onHighlight });

  const measure = useCallback((page: number, ratio: number) => {
    setRatios((before) => (before.get(page) === ratio ? before : new Map(before).set(page, ratio)));
  }, []);
  const { goTo } = pages;
  useImperativeHandle(handle, () => ({ goTo, focus: () => scroller.current?.focus() }), [goTo]);
  const follow = useCallback(
    (target: unknown) => {
      void document.findTarget(target).then((page) => page && goTo(page));
    },
    [document, goTo],
  );
  const byPage = useMemo(() => Map.groupBy(highlights, (highlight) => highlight.page), [highlights]);

  return (
    <div
      ref={scroller}
      className="reader-scroller"
      role="region"
      aria-label={`Pages of ${title}`}
      // Takes the focus, so that space, arrows and Page Down scroll it.
      tabIndex={0}
      onScroll={pages.handleScroll}
      onWheel={pages.takeOver}
      onPointerDown={pages.takeOver}
      data-highlighting={isHighlighting || undefined}
    >
      <div className="reader-strip" style={{ height: layout.total, width }}>
        {[...pages.wanted]
          .sort((one, other) => one - other)
          .map((number) => (
            <PageView
              key={number}
              document={document}
              number={number}
              top={layout.tops[number - 1] ?? 0}
              width={width}
              height={layout.heights[number - 1] ?? 0}
              pixelRatio={size.pixelRatio}
              queue={queue}
              highlights={byPage.get(number) ?? noHighlights}
              onMeasured={measure}
              onFollow={follow}
            />
          ))}
      </div>
    </div>
  );
}
