import { useCallback, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type Ref } from 'react';
import { ratioOfPicture } from './first-picture.ts';
import { layOutPages } from './geometry/page-layout.ts';
import { pageWidth } from './geometry/zoom.ts';
import { createPageScroll } from './page-scroll.ts';
import { PageView } from './page-view.tsx';
import type { PdfDocument } from './pdf/open-pdf.ts';
import { RenderQueue } from './pdf/render-queue.ts';
import type { Highlight } from './reader-state.ts';
import { useHighlighting } from './use-highlighting.ts';
import { useWindowSize } from './use-window-size.ts';

/** What the reader may ask of the strip of pages. */
export type PageListHandle = { goTo: (page: number) => void; focus: () => void };

type PageListProps = {
  document: PdfDocument;
  title: string;
  zoom: number;
  isDark: boolean;
  /** The server's picture of page 1, where it is here. */
  firstPicture: HTMLImageElement | null;
  downloadUrl: string;
  /** Where it begins; later changes are of no interest. */
  initialPage: number;
  isHighlighting: boolean;
  highlights: readonly Highlight[];
  /** Both are kept from the first render on. */
  onPageTurned: (page: number) => void;
  onHighlight: (highlight: Highlight) => void;
  handle: Ref<PageListHandle>;
};

const noHighlights: readonly Highlight[] = [];

/** The strip of pages. Only those in sight and their neighbours are there at all, however long the document is. */
export function PageList(props: PageListProps) {
  const { document, title, zoom, isDark, isHighlighting, highlights, onPageTurned, onHighlight, handle } = props;
  const { firstPicture, downloadUrl } = props;
  const size = useWindowSize();
  const width = Math.round(pageWidth(size.width, zoom));
  const [ratios, setRatios] = useState<ReadonlyMap<number, number>>(() => startingRatios(firstPicture));
  const [wanted, setWanted] = useState<readonly number[]>([]);
  const [{ queue, scroll }] = useState(() => {
    const queue = new RenderQueue();
    const initialPage = Math.min(props.initialPage, document.pageCount);
    return { queue, scroll: createPageScroll({ queue, initialPage, onWanted: setWanted, onPageTurned }) };
  });
  const scroller = useRef<HTMLElement>(null);
  // Kept while nothing changes: a new layout is what moves the view.
  const layout = useMemo(() => layOutPages(document.pageCount, width, ratios), [document, width, ratios]);
  const byPage = useMemo(() => groupByPage(highlights), [highlights]);
  useHighlighting({ scroller, isOn: isHighlighting, onHighlight });
  useImperativeHandle(handle, () => ({ goTo: scroll.goTo, focus: scroll.focus }), [scroll]);

  useLayoutEffect(
    function watchScrolling() {
      return scroller.current ? scroll.attach(scroller.current) : undefined;
    },
    [scroll],
  );
  useLayoutEffect(
    function keepPlace() {
      scroll.relayout(layout);
    },
    [scroll, layout],
  );

  const measure = useCallback((page: number, ratio: number) => {
    setRatios((before) => (before.get(page) === ratio ? before : new Map(before).set(page, ratio)));
  }, []);
  const follow = useCallback(
    async (target: unknown) => {
      const page = await document.findTarget(target);
      if (page !== null) scroll.goTo(page);
    },
    [document, scroll],
  );

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
              pixelRatio={size.pixelRatio}
              isDark={isDark}
              queue={queue}
              firstPicture={number === 1 ? firstPicture : null}
              downloadUrl={downloadUrl}
              highlights={byPage.get(number) ?? noHighlights}
              onMeasured={measure}
              onFollow={follow}
            />
          ))}
      </div>
    </section>
  );
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
