import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Rotation } from '#app/features/reader/geometry/rotation.ts';
import type { HitSpans } from './find-matches.ts';
import { measureHits, type HitBox } from './hit-boxes.ts';
import './find.css';

type PageHitsProps = {
  /** The page's text layer, filled. */
  layer: RefObject<HTMLElement | null>;
  hits: HitSpans;
  /** Which of them is the one come to; null when none. */
  current: number | null;
  rotation: Rotation;
};

/** Marks over the hits on a page. They keep their places through zooming, being told in percent of the page. */
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
    function bringIntoSight() {
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

/** A page wider than the window may hide a hit beside its edge. Upwards and downwards the strip itself has seen to it. */
function scrollAcross(mark: HTMLElement): void {
  const scroller = mark.closest<HTMLElement>('.reader-scroller');
  if (!scroller) return;
  const view = scroller.getBoundingClientRect();
  const box = mark.getBoundingClientRect();
  if (box.left >= view.left && box.right <= view.right) return;
  scroller.scrollLeft += box.left + box.width / 2 - (view.left + view.width / 2);
}
