import { useCallback, useLayoutEffect, useRef, type Dispatch, type RefObject } from 'react';
import { isNarrow } from '#app/features/reader/geometry/gesture-zoom.ts';
import { columnAt } from '#app/features/reader/geometry/page-ink.ts';
import { locationOfPoint, type PagePoint } from '#app/features/reader/geometry/page-point.ts';
import type { JumpCause } from '#app/features/reader/state/jumps.ts';
import type { PageListHandle } from '#app/features/reader/pages/use-strip-scroll.ts';
import type { DocumentInk } from '#app/features/reader/pages/read-ink.ts';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import { pointOfLetter } from '#app/features/reader/pdf/page-text.ts';
import type { PageTexts } from '#app/features/reader/recognised/page-texts.ts';
import type { ReaderEvent, ReaderState } from '#app/features/reader/state/reader-state.ts';
import type { Highlight } from '#app/features/reader/highlights/highlight.ts';

/** Maximum wait for a page's text when jumping to a highlight, before jumping to the start of the page. */
const findWordsMs = 3000;

/** Maximum wait for a picture of the page in which the column of a hit is found. */
const findColumnMs = 1500;

/** From the top of a line to its middle, in fractions of the page's height. */
const intoLine = 0.006;

/** Navigation in a document other than scrolling. Each function stores the location it started from, for going back. */
type Jumping = {
  /** Goes to a page that was typed. */
  goToPage: (page: number) => void;
  goToThumbnail: (page: number) => void;
  /** Goes to the target of an entry of the contents. */
  followEntry: (target: unknown) => void;
  /** Goes to the target of a link on a page. Stays the same function while the reader is mounted. */
  followLink: (target: unknown) => void;
  /**
   * Goes to a hit of a search. If the document was opened at it (`isLanding`) in a narrow window, its column is zoomed to
   * the window's width.
   */
  goToHit: (point: PagePoint, isLanding: boolean) => void;
  goToHighlight: (highlight: Highlight) => void;
  goBack: () => void;
};

export function useJumping(parts: {
  state: ReaderState;
  change: Dispatch<ReaderEvent>;
  pages: RefObject<PageListHandle | null>;
  /** Both are null until the document is open. */
  texts: PageTexts | null;
  ink: DocumentInk | null;
}): Jumping {
  const { state, change, pages, texts, ink } = parts;
  const { phase, currentPage, rotation, jumps } = state;
  const document: PdfDocument | null = phase.name === 'reading' ? phase.document : null;
  const latestFollowLink = useRef<((target: unknown) => void) | null>(null);
  const followLink = useCallback((target: unknown) => latestFollowLink.current?.(target), []);

  /** Stores where a jump started. `from` is passed if the jump may already be under way. */
  function noteJump(to: number, by: JumpCause, from = pages.current?.location()) {
    if (from) change({ type: 'jumped', jump: { from, fromPage: currentPage, to, by } });
  }

  async function follow(target: unknown, by: JumpCause) {
    const point = await document?.findTarget(target);
    if (!point) return;
    noteJump(point.page, by);
    pages.current?.goToLocation(locationOfPoint(point, rotation));
    // The link is removed with its page and would lose the focus.
    if (by === 'link') pages.current?.focus();
  }

  useLayoutEffect(function updateFollowLink() {
    latestFollowLink.current = (target) => void follow(target, 'link');
  });

  async function goToHighlight({ page, start }: Highlight) {
    if (!texts) return;
    // If the text of the page cannot be read, jumps to its start.
    const point = await texts.read(page, AbortSignal.timeout(findWordsMs)).then(
      (text) => pointOfLetter(page, text, start),
      () => ({ page, x: 0, y: 0 }),
    );
    noteJump(page, 'highlight');
    pages.current?.goToLocation(locationOfPoint(point, rotation));
  }

  function showHit(point: PagePoint) {
    const from = pages.current?.location();
    if (pages.current?.show(locationOfPoint(point, rotation))) noteJump(point.page, 'find', from);
  }

  async function landAtHit(point: PagePoint) {
    if (ink && rotation === 0 && isNarrow(window.innerWidth)) {
      const found = await ink.read(point.page, AbortSignal.timeout(findColumnMs)).catch(() => null);
      const column = found && columnAt(found, { x: point.x, y: point.y + intoLine });
      if (column) pages.current?.fitColumn(point.page, column);
    }
    showHit(point);
  }

  return {
    goToPage(page) {
      // Going to the page before or after is not a jump.
      if (Math.abs(page - currentPage) > 1) noteJump(page, 'page box');
      pages.current?.goTo(page);
      pages.current?.focus();
    },
    goToThumbnail(page) {
      noteJump(page, 'thumbnail');
      pages.current?.goTo(page);
    },
    followEntry: (target) => void follow(target, 'contents'),
    followLink,
    goToHit(point, isLanding) {
      if (isLanding) void landAtHit(point);
      else showHit(point);
    },
    goToHighlight: (highlight) => void goToHighlight(highlight),
    goBack() {
      const jump = jumps.left.at(-1);
      if (!jump) return;
      change({ type: 'jumpedBack' });
      pages.current?.goToLocation(jump.from);
      pages.current?.focus();
    },
  };
}
