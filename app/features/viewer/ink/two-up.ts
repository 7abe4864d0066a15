import { isWideForTwo, type PageInk } from './page-ink.ts';

/** The part of the width in which the gutter is, in fractions of the page. */
const middle = { from: 0.42, to: 0.58 };

/** The page without the shadows at the edges of a scan. */
const inside = { from: 0.06, to: 0.94 };

/** Minimum width of an empty gutter, and maximum width of a dark fold, in fractions of the page. */
const gutterWidth = { min: 0.015, maxFold: 0.06 };

/**
 * Ink that a column of pixels may have and still be empty, as a fraction of the height and in pieces: a speck, or a line
 * that is longer than the others. The rules of a table are more.
 */
const emptyColumn = { maxDark: 0.04, maxRuns: 2 };

/** Minimum ink of a column of pixels in the fold of a scan, as a fraction of the height. */
const minFold = 0.55;

/** Length of a rule on each side of the fold that it crosses, as a fraction of the page's width. */
const minRule = 0.08;

/** An empty strip of this fraction of the gutter's width, in one of the halves, means columns of a table. */
const maxOtherGap = 0.75;

/** Minimum text in each half: the part of its width with ink, and the average number of lines above each other there. */
const minText = { width: 0.35, lines: 6 };

/** Dark pixels in each column of the picture, and the number of runs that they form from top to bottom. */
type Columns = { dark: Uint16Array; runs: Uint16Array };

/** Columns of pixels; `to` is exclusive. */
type Strip = { from: number; to: number };

/**
 * True if a page shows two pages side by side: it is wide, has an empty gutter or a dark fold in the middle, and lines of
 * text on both sides. Slides have fewer lines, and tables have rules or further gaps.
 */
export function isTwoUp(ink: PageInk): boolean {
  const { width } = ink;
  if (!isWideForTwo(ink)) return false;
  const columns = countColumns(ink);
  const gutter = findEmptyGutter(columns, ink) ?? findFold(columns, ink);
  return (
    gutter !== null &&
    hasLines(columns, { from: 0, to: gutter.from }) &&
    hasLines(columns, { from: gutter.to, to: width })
  );
}

function countColumns({ width, height, dark }: PageInk): Columns {
  const columns = { dark: new Uint16Array(width), runs: new Uint16Array(width) };
  for (let x = 0; x < width; x += 1) {
    let above = 0;
    for (let y = 0; y < height; y += 1) {
      const pixel = dark[y * width + x] ?? 0;
      columns.dark[x] = (columns.dark[x] ?? 0) + pixel;
      if (pixel > above) columns.runs[x] = (columns.runs[x] ?? 0) + 1;
      above = pixel;
    }
  }
  return columns;
}

/** Returns the empty strip in the middle; null if there is none, or another one that is about as wide within a half. */
function findEmptyGutter({ dark, runs }: Columns, { width, height }: PageInk): Strip | null {
  const isEmpty = (x: number) =>
    (dark[x] ?? 0) <= height * emptyColumn.maxDark && (runs[x] ?? 0) <= emptyColumn.maxRuns;
  // Those at the edges of the page are its margins.
  const gaps = stripsOf(width, isEmpty).filter(({ from, to }) => from > 0 && to < width);
  const inMiddle = ({ from, to }: Strip) => Math.min(to, width * middle.to) - Math.max(from, width * middle.from);
  const gutter = gaps.find((gap) => inMiddle(gap) >= width * gutterWidth.min);
  if (!gutter) return null;
  const isAsWide = (gap: Strip) => gap !== gutter && lengthOf(gap) > lengthOf(gutter) * maxOtherGap;
  return gaps.some(isAsWide) ? null : gutter;
}

/** Returns the dark fold in the middle; null if there is none, or if it is a rule among others. */
function findFold({ dark }: Columns, ink: PageInk): Strip | null {
  const { width, height } = ink;
  const isWithin = ({ from, to }: Strip, { from: least, to: most }: Strip) =>
    from >= width * least && to <= width * most;
  const folds = stripsOf(width, (x) => (dark[x] ?? 0) >= height * minFold).filter((fold) => isWithin(fold, inside));
  const [fold] = folds;
  if (!fold || folds.length > 1 || !isWithin(fold, middle)) return null;
  return lengthOf(fold) > width * gutterWidth.maxFold || isCrossed(ink, fold) ? null : fold;
}

/** True if rules cross a strip. Words next to it are shorter. */
function isCrossed({ width, height, dark }: PageInk, { from, to }: Strip): boolean {
  const around = Math.ceil(width * minRule);
  let rules = 0;
  let wasCrossed = false;
  for (let y = 0; y < height; y += 1) {
    const row = dark.subarray(y * width + from - around, y * width + to + around);
    const isRule = !row.includes(0);
    if (isRule && !wasCrossed) rules += 1;
    wasCrossed = isRule;
  }
  return rules > emptyColumn.maxRuns;
}

/** True if a half has lines of text. */
function hasLines({ runs }: Columns, half: Strip): boolean {
  const inked = runs.subarray(half.from, half.to).filter((count) => count > 0);
  const lines = inked.reduce((sum, count) => sum + count, 0) / Math.max(1, inked.length);
  return inked.length >= lengthOf(half) * minText.width && lines >= minText.lines;
}

/** Returns the longest strips of columns with a property, from left to right. */
function stripsOf(width: number, hasProperty: (x: number) => boolean): Strip[] {
  const strips: Strip[] = [];
  for (let x = 0; x < width; x += 1) {
    if (!hasProperty(x)) continue;
    const last = strips.at(-1);
    if (last?.to === x) last.to = x + 1;
    else strips.push({ from: x, to: x + 1 });
  }
  return strips;
}

function lengthOf({ from, to }: Strip): number {
  return to - from;
}
