import type { PageLocation } from '#app/features/reader/geometry/page-location.ts';

/** Cause of the jump. */
export type JumpCause = 'link' | 'contents' | 'thumbnail' | 'page box' | 'find' | 'highlight' | 'slider';

/** A jump: the location where it started, the page that was current there, and the page that it leads to. */
export type Jump = { from: PageLocation; fromPage: number; to: number; by: JumpCause };

/** The jumps so far, the latest one last, and the pages read after it. */
export type Jumps = {
  left: readonly Jump[];
  /** True once the target page has been reached; a smooth scroll passes many pages. */
  hasArrived: boolean;
  /** Number of changes of the current page after the latest jump. */
  pagesTurned: number;
};

/** The maximum number of stored jumps. */
export const maxJumps = 20;

/** Number of pages after which the offer to go back is removed. */
const offerEndsAfterPages = 4;

export const noJumps: Jumps = { left: [], hasArrived: true, pagesTurned: 0 };

/**
 * Adds a jump. A jump within one page is not stored. Going from hit to hit counts as one jump that starts where the
 * search started.
 */
export function addJump(jumps: Jumps, jump: Jump): Jumps {
  const last = jumps.left.at(-1);
  const goesOn = jump.by === 'find' && last?.by === 'find' && jumps.pagesTurned === 0;
  if (goesOn)
    return { left: [...jumps.left.slice(0, -1), { ...last, to: jump.to }], hasArrived: false, pagesTurned: 0 };
  if (jump.fromPage === jump.to) return jumps;
  return { left: [...jumps.left, jump].slice(-maxJumps), hasArrived: false, pagesTurned: 0 };
}

/** Records that another page became the current one. */
export function addPageTurn(jumps: Jumps, page: number): Jumps {
  const last = jumps.left.at(-1);
  if (!last) return jumps;
  if (jumps.hasArrived) return { ...jumps, pagesTurned: jumps.pagesTurned + 1 };
  // A target low on its page also shows the start of the next page.
  return Math.abs(page - last.to) <= 1 ? { ...jumps, hasArrived: true } : jumps;
}

/** Removes the last jump, after going back. */
export function goBack(jumps: Jumps): Jumps {
  const left = jumps.left.slice(0, -1);
  const [back, next] = [jumps.left.at(-1), left.at(-1)];
  if (!back || !next) return noJumps;
  return { left: [...left.slice(0, -1), { ...next, to: back.fromPage }], hasArrived: false, pagesTurned: 0 };
}

/** Returns the jump that the user is offered to go back from; null if there is none or if pages were read after it. */
export function offeredJump(jumps: Jumps): Jump | null {
  return jumps.pagesTurned < offerEndsAfterPages ? (jumps.left.at(-1) ?? null) : null;
}
