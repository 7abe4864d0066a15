import type { PageLocation } from '#app/features/reader/geometry/page-location.ts';

/** What led from one place of a document to another. */
export type JumpCause = 'link' | 'contents' | 'thumbnail' | 'page box' | 'find' | 'highlight';

/** A jump: the place left, the page that was read there, the page jumped to. */
export type Jump = { from: PageLocation; fromPage: number; to: number; by: JumpCause };

/** The places jumped from, the latest last, and how far one has read on since. */
export type Jumps = {
  left: readonly Jump[];
  /** Whether the page jumped to has been reached; a smooth scroll passes many on its way. */
  hasArrived: boolean;
  /** How often the page has changed since. */
  pagesTurned: number;
};

/** How many places are remembered. */
export const maxJumps = 20;

/** Who has read on for so many pages has settled there: the way back is no longer held out. */
const settledAfterPages = 4;

export const noJumps: Jumps = { left: [], hasArrived: true, pagesTurned: 0 };

/**
 * Remembers the place a jump left. A jump within a page leaves none, and going on from hit to hit is one jump: the way
 * back leads to where one began to look.
 */
export function leave(jumps: Jumps, jump: Jump): Jumps {
  const last = jumps.left.at(-1);
  const goesOn = jump.by === 'find' && last?.by === 'find' && jumps.pagesTurned === 0;
  if (goesOn)
    return { left: [...jumps.left.slice(0, -1), { ...last, to: jump.to }], hasArrived: false, pagesTurned: 0 };
  if (jump.fromPage === jump.to) return jumps;
  return { left: [...jumps.left, jump].slice(-maxJumps), hasArrived: false, pagesTurned: 0 };
}

/** Takes note that another page is being read. */
export function readOn(jumps: Jumps, page: number): Jumps {
  const last = jumps.left.at(-1);
  if (!last) return jumps;
  if (jumps.hasArrived) return { ...jumps, pagesTurned: jumps.pagesTurned + 1 };
  // A place low on its page shows the next page's beginning as well.
  return Math.abs(page - last.to) <= 1 ? { ...jumps, hasArrived: true } : jumps;
}

/** Forgets the last place, for one has gone back to it. */
export function goBack(jumps: Jumps): Jumps {
  const left = jumps.left.slice(0, -1);
  const [back, next] = [jumps.left.at(-1), left.at(-1)];
  if (!back || !next) return noJumps;
  return { left: [...left.slice(0, -1), { ...next, to: back.fromPage }], hasArrived: false, pagesTurned: 0 };
}

/** The jump whose way back is held out; null when there is none or one has settled where it led. */
export function offeredJump(jumps: Jumps): Jump | null {
  return jumps.pagesTurned < settledAfterPages ? (jumps.left.at(-1) ?? null) : null;
}
