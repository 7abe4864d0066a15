import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Rotation } from '#app/features/reader/geometry/rotation.ts';
import type { HitSpans } from './find-matches.ts';
import { measureHits, type HitBox } from './hit-boxes.ts';
import './find.css';

type PageHitsProps = {
  /** The page's text layer, complete. */
  layer: RefObject<HTMLElement | null>;
  hits: HitSpans;
  /** The index of the current hit; null if it is on another page. */
  current: number | null;
  rotation: Rotation;
};

/** Renders marks over the hits on a page. Their positions are in percent of the page, so they don't change with the zoom. */
export function PageHits({ layer, hits, current, rotation }: PageHitsProps) {
  const [boxes, setBoxes] = useState<readonly HitBox[]>([]);
  const currentMark = useRef<HTMLSpanElement>(null);
  const first = boxes.findIndex(({ hit }) => hit === current);

  useLayoutEffect(
    function measure() {
      setBoxes(layer.current && hits.length > 0 ? measureHits(layer.current, hits) : []);
    },
    [layer, hits, rotation],
  );

  useLayoutEffect(
    function showCurrentHit() {
      if (currentMark.current) scrollAcross(currentMark.current);
    },
    [first, boxes],
  );

  if (boxes.length === 0) return null;
  return (
    <div className="reader-hits" aria-hidden="true">
      {boxes.map(({ hit, left, top, width, height }, index) => (
        <span
          key={index}
          ref={index === first ? currentMark : undefined}
          className="reader-hit"
          data-current={hit === current || undefined}
          style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
        />
      ))}
    </div>
  );
}

/** Scrolls sideways to a hit on a page wider than the window. Vertical scrolling is done by the strip of pages. */
function scrollAcross(mark: HTMLElement): void {
  const scroller = mark.closest<HTMLElement>('.reader-scroller');
  if (!scroller) return;
  const view = scroller.getBoundingClientRect();
  const box = mark.getBoundingClientRect();
  if (box.left >= view.left && box.right <= view.right) return;
  scroller.scrollLeft += box.left + box.width / 2 - (view.left + view.width / 2);
}
