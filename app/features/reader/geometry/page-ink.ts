import type { PageInk } from '#app/features/viewer/ink/page-ink.ts';
import type { PageBox } from './page-box.ts';

/** A run of columns or rows with ink: its start and exclusive end, and the number of dark pixels. */
type Run = { from: number; to: number; ink: number };

/** Gaps smaller than this, in fractions of the page's width, do not divide a run: spaces between letters and lines. */
const gap = 0.012;

/** Fewer dark pixels in a run are a speck. The dot of a full stop has as many, but letters are nearby. */
const speckPixels = 5;

/** The shadow at the edge of a scan: dark for most of the edge, and narrow, in fractions of the page. */
const shadow = { length: 0.5, depth: 0.05 };

/** A part of the picture in pixels; the ends are exclusive. */
type Area = { left: number; top: number; right: number; bottom: number };

/** Returns the box around the text and figures of a page, without specks and shadows; null for an empty page. */
export function textBoxOf(ink: PageInk): PageBox | null {
  const { width, height } = ink;
  const area = withoutShadows(ink);
  const columns = withoutSpecks(runsOf(countColumns(ink, area), width));
  const rows = withoutSpecks(runsOf(countRows(ink, area), width));
  const [left, right] = [columns[0], columns.at(-1)];
  const [top, bottom] = [rows[0], rows.at(-1)];
  if (!left || !right || !top || !bottom) return null;
  return { left: left.from / width, right: right.to / width, top: top.from / height, bottom: bottom.to / height };
}

/** Returns the page within the shadows at its edges. */
function withoutShadows(ink: PageInk): Area {
  const { width, height } = ink;
  const whole = { left: 0, top: 0, right: width, bottom: height };
  const [left, right] = insideShadows(countColumns(ink, whole), height);
  const [top, bottom] = insideShadows(countRows(ink, whole), width);
  return { left, top, right, bottom };
}

/** Returns the first and the last (exclusive) column within the shadows at both ends; `length` is that of a column. */
function insideShadows(counts: Uint32Array, length: number): [from: number, to: number] {
  const depth = Math.ceil(counts.length * shadow.depth);
  const isShadow = (count: number) => count > length * shadow.length;
  const from = counts.slice(0, depth).findLastIndex(isShadow) + 1;
  const after = counts.slice(-depth).findIndex(isShadow);
  return [from, after === -1 ? counts.length : counts.length - depth + after];
}

/** Removes specks from both ends. */
function withoutSpecks(runs: readonly Run[]): Run[] {
  const isText = ({ ink }: Run) => ink >= speckPixels;
  const first = runs.findIndex(isText);
  return first === -1 ? [] : runs.slice(first, runs.findLastIndex(isText) + 1);
}

/** The parts of the page's height above and below a point in which its column is searched, the tallest first. */
const reaches = [0.12, 0.06, 0.03];

/** Part of the page's height above and below a point whose lines determine the width of its column. */
const columnReach = 0.3;

/** A narrower part of a page belongs to the column next to it: numbers of questions, marks. In fractions of the width. */
const narrowest = 0.2;

/** Returns the left and right end of the column of text at a point, in fractions of the page; null on an empty part. */
export function columnAt(ink: PageInk, point: { x: number; y: number }): { left: number; right: number } | null {
  const { width, height } = ink;
  const around = (reach: number) => ({
    ...withoutShadows(ink),
    top: Math.max(0, Math.floor((point.y - reach) * height)),
    bottom: Math.min(height, Math.ceil((point.y + reach) * height)),
  });
  let columns: Run[] = [];
  for (const reach of reaches) {
    const found = joinNarrow(withoutSpecks(runsOf(countColumns(ink, around(reach)), width)), width);
    if (found.length > columns.length) columns = found;
    // A title over two columns hides the space between them, so fewer lines may show more columns.
    if (columns.length > 1) break;
  }
  const far = ({ from, to }: Run) => Math.max(from - point.x * width, point.x * width - to, 0);
  const nearest = columns.toSorted((one, other) => far(one) - far(other))[0];
  if (!nearest) return null;
  const at = columns.indexOf(nearest);
  const from = columns[at - 1]?.to ?? 0;
  const to = columns[at + 1]?.from ?? width;
  // Other lines of the column may be longer. Lines that reach the column next to it are not in a column.
  const area = around(columnReach);
  const edge = Math.ceil(width * gap);
  const isOfColumn = (row: number) =>
    (from === 0 || !hasInk(ink, row, from, from + edge)) && (to === width || !hasInk(ink, row, to - edge, to));
  const counts = countColumns(
    ink,
    { ...area, left: Math.max(from, area.left), right: Math.min(to, area.right) },
    isOfColumn,
  );
  const lines = withoutSpecks(runsOf(counts, width));
  const [left, right] = [lines[0] ?? nearest, lines.at(-1) ?? nearest];
  return { left: Math.min(left.from, nearest.from) / width, right: Math.max(right.to, nearest.to) / width };
}

function hasInk({ width, dark }: PageInk, row: number, from: number, to: number): boolean {
  return dark.subarray(row * width + from, row * width + to).includes(1);
}

/** Joins each narrow run with the neighbour that is nearer. */
function joinNarrow(runs: readonly Run[], width: number): Run[] {
  const joined = [...runs];
  for (;;) {
    const at = joined.findIndex(({ from, to }) => to - from < width * narrowest);
    const run = joined[at];
    const before = joined[at - 1];
    const after = joined[at + 1];
    if (!run || (!before && !after)) return joined;
    const isBefore = before !== undefined && (!after || run.from - before.to <= after.from - run.to);
    const [one, other] = isBefore ? [before, run] : [run, after ?? run];
    joined.splice(isBefore ? at - 1 : at, 2, { from: one.from, to: other.to, ink: one.ink + other.ink });
  }
}

/** Counts the dark pixels of each column of the page within an area, in those rows only for which `isCounted` is true. */
function countColumns({ width, dark }: PageInk, area: Area, isCounted = (_row: number) => true): Uint32Array {
  const counts = new Uint32Array(width);
  for (let y = area.top; y < area.bottom; y += 1) {
    if (!isCounted(y)) continue;
    for (let x = area.left; x < area.right; x += 1) counts[x] = (counts[x] ?? 0) + (dark[y * width + x] ?? 0);
  }
  return counts;
}

function countRows({ width, height, dark }: PageInk, area: Area): Uint32Array {
  const counts = new Uint32Array(height);
  for (let y = area.top; y < area.bottom; y += 1)
    for (let x = area.left; x < area.right; x += 1) counts[y] = (counts[y] ?? 0) + (dark[y * width + x] ?? 0);
  return counts;
}

function runsOf(counts: Uint32Array, width: number): Run[] {
  const runs: Run[] = [];
  for (const [at, ink] of counts.entries()) {
    if (ink === 0) continue;
    const last = runs.at(-1);
    if (last && at - last.to < Math.max(2, width * gap)) {
      last.to = at + 1;
      last.ink += ink;
    } else runs.push({ from: at, to: at + 1, ink });
  }
  return runs;
}
