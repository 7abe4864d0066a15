/** How the bars came to be where they are: whether they have left, and how far was scrolled one way since it last turned. */
export type BarTravel = { areHidden: boolean; run: number };

/** Reading on so far makes room for the pages; a little the other way asks for the bars. */
const leaveAfterPixels = 48;
const returnAfterPixels = 24;

/**
 * What the bars do when `pixels` were scrolled, down or (negative) up: they leave on reading on, and are back on
 * turning back and at either end of the document, where nothing is left to be read.
 */
export function travel({ areHidden, run }: BarTravel, pixels: number, isAtEnd: boolean): BarTravel {
  const isSameWay = Math.sign(pixels) === Math.sign(run);
  const gone = isSameWay ? run + pixels : pixels;
  if (isAtEnd || gone <= -returnAfterPixels) return { areHidden: false, run: gone };
  return { areHidden: areHidden || gone >= leaveAfterPixels, run: gone };
}
