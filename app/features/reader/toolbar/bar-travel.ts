/** State of the bars, and the distance scrolled in one direction since the state last changed. */
export type BarTravel = { areHidden: boolean; run: number };

/** Distance scrolled down after which the bars hide; a short scroll back shows them again. */
const leaveAfterPixels = 48;
const returnAfterPixels = 24;

/**
 * Returns the state of the bars after scrolling by `pixels`, down or (negative) up: they hide on scrolling down, and
 * reappear on scrolling up and at both ends of the document.
 */
export function travel({ areHidden, run }: BarTravel, pixels: number, isAtEnd: boolean): BarTravel {
  const isSameWay = Math.sign(pixels) === Math.sign(run);
  const gone = isSameWay ? run + pixels : pixels;
  if (isAtEnd || gone <= -returnAfterPixels) return { areHidden: false, run: gone };
  return { areHidden: areHidden || gone >= leaveAfterPixels, run: gone };
}
