import type { LetterBox } from './find-letters.ts';

/**
 * The direction of a page's lines, shown by the letters in its picture. 0: lines run from left to right, or upside
 * down. 90 and 270: lines run down or up, so the page is rotated clockwise by this many degrees. Null: the letters do
 * not show it.
 */
export type LetterTurn = 0 | 90 | 270 | null;

/** Maximum gap between neighbouring letters, as a multiple of the shorter side of a usual letter. */
const maxGap = 1.25;
/** Two gaps count as different if one is at most this fraction of the other. */
const muchCloser = 0.75;
/**
 * Minimum number of pairs. With fewer pairs, or a smaller fraction of them in one direction, the marks are dots, rules
 * or a drawing.
 */
const minPairs = 10;
const minShare = 0.8;
/** Maximum number of letters sampled; on a full page, more would only take time. */
const maxSampled = 600;

/**
 * Finds the direction of lines by the gaps between letters: letters of a word nearly touch, while lines are further
 * apart. This works for columns and grids as well, whose profile is equally regular in both directions. For lines that
 * run down or up, the bottom of the letters is the side where their ends are level; on the other side some letters are
 * taller.
 */
export function findLetterTurn(boxes: readonly LetterBox[]): LetterTurn {
  const letters = withoutDots(boxes);
  const usual = medianOf(letters.map(shorterSide));
  const stride = Math.max(1, Math.ceil(letters.length / maxSampled));
  let [across, down, levelLeft, levelRight] = [0, 0, 0, 0];
  for (let index = 0; index < letters.length; index += stride) {
    const letter = letters[index];
    if (!letter) continue;
    const { aside, above, next } = findNear(letter, letters);
    if (Math.min(aside, above) > maxGap * usual) continue;
    if (aside < above * muchCloser) across += 1;
    if (!next || above >= aside * muchCloser) continue;
    down += 1;
    const [left, right] = [Math.abs(letter.left - next.left), Math.abs(letter.right - next.right)];
    if (left < 2 && right >= 2) levelLeft += 1;
    if (right < 2 && left >= 2) levelRight += 1;
  }
  const pairs = across + down;
  if (pairs < minPairs || Math.max(across, down) < pairs * minShare) return null;
  if (across > down) return 0;
  return levelRight > levelLeft ? 270 : 90;
}

/** Removes the dots of i and j above their letters, and accents. */
function withoutDots(boxes: readonly LetterBox[]): LetterBox[] {
  const usual = medianOf(boxes.map(shorterSide));
  return boxes.filter((box) => shorterSide(box) >= usual * 0.5 && longerSide(box) >= usual * 0.8);
}

/**
 * Returns the distance in pixels to the nearest letter in the same row, and to the nearest one in the same column,
 * together with the latter.
 */
function findNear(letter: LetterBox, letters: readonly LetterBox[]) {
  let [aside, above] = [Infinity, Infinity];
  let next: LetterBox | null = null;
  for (const other of letters) {
    if (other === letter) continue;
    const inColumn = Math.min(letter.right, other.right) - Math.max(letter.left, other.left) + 1;
    const inRow = Math.min(letter.bottom, other.bottom) - Math.max(letter.top, other.top) + 1;
    const low = Math.min(heightOf(letter), heightOf(other));
    const narrow = Math.min(widthOf(letter), widthOf(other));
    if (inRow >= low / 2) aside = Math.min(aside, Math.max(0, -inColumn));
    if (inColumn < narrow / 2 || Math.max(0, -inRow) >= above) continue;
    above = Math.max(0, -inRow);
    next = other;
  }
  return { aside, above, next };
}

const widthOf = ({ left, right }: LetterBox) => right - left + 1;
const heightOf = ({ top, bottom }: LetterBox) => bottom - top + 1;
const shorterSide = (box: LetterBox) => Math.min(widthOf(box), heightOf(box));
const longerSide = (box: LetterBox) => Math.max(widthOf(box), heightOf(box));

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}
