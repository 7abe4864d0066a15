/** Degrees clockwise. */
export type QuarterTurn = 0 | 90 | 180 | 270;

/**
 * Pages, from `first` to `last`, that are shown rotated by this number of degrees clockwise beyond the rotation in their file.
 * `isByHand`: a user has set it, and later text recognition does not change it.
 */
export type TurnedPages = { first: number; last: number; degrees: QuarterTurn; isByHand: boolean };

/** The rotated pages of a file, in order and without overlaps. All other pages have the rotation in the file. */
export type PageTurns = readonly TurnedPages[];

/** Returns the degrees by which a page is rotated when it is shown. */
export function turnOfPage(turns: PageTurns, page: number): QuarterTurn {
  return turns.find(({ first, last }) => page >= first && page <= last)?.degrees ?? 0;
}

/**
 * Returns the rotations after some pages were rotated to `degrees`. Only a user changes a rotation that was set by
 * hand.
 */
export function withTurned(turns: PageTurns, { first, last, degrees, isByHand }: TurnedPages): PageTurns {
  const turn = { degrees, isByHand };
  // A file has at most some thousands of pages.
  const byPage = new Map<number, Pick<TurnedPages, 'degrees' | 'isByHand'>>();
  for (const { first: from, last: to, ...each } of turns)
    for (let page = from; page <= to; page += 1) byPage.set(page, each);
  for (let page = first; page <= last; page += 1)
    if (turn.isByHand || !byPage.get(page)?.isByHand) byPage.set(page, turn);
  const ranges: TurnedPages[] = [];
  for (const [page, each] of [...byPage].sort(([one], [other]) => one - other)) {
    // Shown with the rotation in the file, and not set by hand.
    if (each.degrees === 0 && !each.isByHand) continue;
    const before = ranges.at(-1);
    if (before && before.last + 1 === page && before.degrees === each.degrees && before.isByHand === each.isByHand)
      before.last = page;
    else ranges.push({ first: page, last: page, ...each });
  }
  return ranges;
}

/** Returns the pages that are shown with another rotation than in the file, without the source of the rotation. */
export function shownTurns(turns: PageTurns): { first: number; last: number; degrees: QuarterTurn }[] {
  return turns.filter(({ degrees }) => degrees !== 0).map(({ first, last, degrees }) => ({ first, last, degrees }));
}

/** A box as fractions of a page (left, top, width, height) after the page is rotated. */
export type PageBox = readonly [left: number, top: number, width: number, height: number];

export function turnPageBox([left, top, width, height]: PageBox, degrees: QuarterTurn): PageBox {
  switch (degrees) {
    case 0:
      return [left, top, width, height];
    case 90:
      return [1 - top - height, left, height, width].map(round) as unknown as PageBox;
    case 180:
      return [1 - left - width, 1 - top - height, width, height].map(round) as unknown as PageBox;
    case 270:
      return [top, 1 - left - width, height, width].map(round) as unknown as PageBox;
  }
}

export function addTurns(one: QuarterTurn, other: QuarterTurn): QuarterTurn {
  return ((one + other) % 360) as QuarterTurn;
}

/** Rounds to a ten-thousandth of a page, the precision of stored boxes. */
function round(value: number): number {
  return Math.min(1, Math.max(0, Math.round(value * 100_000) / 100_000));
}
