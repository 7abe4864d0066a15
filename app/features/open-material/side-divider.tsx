import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Link2, Unlink2 } from 'lucide-react';
import { useEffect, useState, type KeyboardEvent, type PointerEvent } from 'react';
import * as words from '#messages/open-material/compare.ts';
import { openedMaterialQuery } from './opened-material-query.ts';

/** The share of the window of the left side, in percent: at the limits, each side is as wide as a phone. */
const minShare = 35;
const maxShare = 65;
const startShare = 50;
const keyStep = 2;

/**
 * Renders the bar between two sides. It moves with the pointer or the arrow keys; a double click or Enter makes the sides equal
 * again. For two PDFs its button scrolls both together.
 */
export function SideDivider({ ids }: { ids: readonly string[] }) {
  const [share, setShare] = useState(startShare);
  const [isLinked, setIsLinked] = useState(false);
  const canLink = useArePdfs(ids);
  useLinkedScroll(canLink && isLinked);

  useEffect(
    function placeSides() {
      const { style } = document.documentElement;
      style.setProperty('--side-share', `${share}vw`);
      return () => void style.removeProperty('--side-share');
    },
    [share],
  );

  const move = (wanted: number) => setShare(Math.min(maxShare, Math.max(minShare, Math.round(wanted * 10) / 10)));

  function drag(event: PointerEvent<HTMLElement>) {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) move((event.clientX / innerWidth) * 100);
  }

  function handleKey(event: KeyboardEvent) {
    const moves: Record<string, number> = {
      ArrowLeft: share - keyStep,
      ArrowRight: share + keyStep,
      Home: minShare,
      End: maxShare,
      Enter: startShare,
    };
    const wanted = moves[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    move(wanted);
  }

  return (
    <section aria-label={words.divider} className="side-divider" data-side-divider="">
      <hr
        aria-label={words.leftShare}
        aria-orientation="vertical"
        aria-valuenow={Math.round(share)}
        aria-valuemin={minShare}
        aria-valuemax={maxShare}
        tabIndex={0}
        className="side-divider-bar"
        onPointerDown={(event) => event.button === 0 && event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onDoubleClick={() => move(startShare)}
        onKeyDown={handleKey}
      />
      {canLink && (
        <button
          type="button"
          className="side-divider-link"
          aria-label={words.scrollTogether}
          data-tooltip={words.scrollTogether}
          aria-pressed={isLinked}
          onClick={() => setIsLinked(!isLinked)}
        >
          {isLinked ? <Link2 aria-hidden="true" /> : <Unlink2 aria-hidden="true" />}
        </button>
      )}
    </section>
  );
}

/** True if both materials are PDFs. A page can't scroll the frame of an HTML paper. */
function useArePdfs([left = '', right = '']: readonly string[]): boolean {
  const { shelf } = useRouter().options.context;
  const found = [useQuery(openedMaterialQuery(shelf, left)).data, useQuery(openedMaterialQuery(shelf, right)).data];
  return found.every((each) => each?.state === 'published' && each.material.fileType === 'application/pdf');
}

/**
 * Scrolls one side by as many pages as the other. A change of the zoom or of the width is not followed: the positions
 * after it are the new start.
 */
function useLinkedScroll(isLinked: boolean): void {
  useEffect(
    function linkScrolling() {
      if (!isLinked) return;
      let start = findScrollers().map(measure);
      const written = new WeakMap<EventTarget, number>();

      function follow({ target }: Event) {
        const now = findScrollers().map(measure);
        const from = now.find(({ scroller }) => scroller === target);
        const to = now.find(({ scroller }) => scroller !== target);
        if (!from || !to || written.get(from.scroller) === from.top) return;
        const startOf = ({ scroller, height }: Measured) => {
          return start.find((each) => each.scroller === scroller && each.height === height);
        };
        const [fromStart, toStart] = [startOf(from), startOf(to)];
        if (!fromStart || !toStart) {
          start = now;
          return;
        }
        const pages = (from.top - fromStart.top) / from.pageHeight;
        to.scroller.scrollTo({ top: toStart.top + pages * to.pageHeight, behavior: 'instant' });
        written.set(to.scroller, to.scroller.scrollTop);
      }

      // Scrolling does not bubble.
      const options = { capture: true, passive: true };
      document.addEventListener('scroll', follow, options);
      return () => document.removeEventListener('scroll', follow, options);
    },
    [isLinked],
  );
}

function findScrollers(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-side-of] .reader-scroller')];
}

type Measured = ReturnType<typeof measure>;

function measure(scroller: HTMLElement) {
  const page = scroller.querySelector('[data-page-number]');
  return {
    scroller,
    top: scroller.scrollTop,
    height: scroller.scrollHeight,
    pageHeight: page?.getBoundingClientRect().height || scroller.clientHeight,
  };
}
