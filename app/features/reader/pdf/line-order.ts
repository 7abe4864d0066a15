import type { LineBox } from '#domain/reading-order/line-box.ts';
import { areOneWord, orderLines } from '#domain/reading-order/order-lines.ts';

/**
 * The lines of a page in reading order, by their numbers in the file, from 0. `isJoined`: nothing separates the line
 * from the previous one, as for a superscript. Null if the reading order is that of the file.
 */
export type LineOrder = readonly { line: number; isJoined: boolean }[] | null;

/** A part of a line from pdf.js, in points; `transform` is as in PDF. */
export type TextPart = { str: string; dir: string; transform: readonly number[]; width: number; height: number };

/** Fraction of a font's height that is below the baseline. */
const descent = 0.2;
/** Maximum deviation of letters from a right angle, in quarter turns; letters beyond it count as slanted. */
const maxAskew = 0.1;

type Line = { number: number; box: LineBox; quarter: number | null; letters: number };

/** Orders the lines of a page with the rules of the server's search. Leaves out lines without parts. */
export function findLineOrder(lines: readonly (readonly TextPart[])[]): LineOrder {
  const measured = lines.flatMap((parts, number) => measureLine(parts, number) ?? []);
  const main = mainQuarter(measured);
  const upright = measured.filter(({ quarter }) => quarter === main);
  const order = orderLines(upright.map(({ box }) => box)).flatMap((indices) =>
    indices.flatMap((index, at) => {
      const line = upright[index];
      const before = upright[indices[at - 1] ?? -1];
      if (!line) return [];
      return { line: line.number, isJoined: before !== undefined && areOneWord(before.box, line.box) };
    }),
  );
  for (const { number, quarter } of measured) if (quarter !== main) order.push({ line: number, isJoined: false });
  const isOfFile = order.every(({ line, isJoined }, index) => !isJoined && line > (order[index - 1]?.line ?? -1));
  return isOfFile ? null : order;
}

function measureLine(parts: readonly TextPart[], number: number): Line | null {
  const written = parts.filter(({ str }) => str.trim() !== '');
  const [longest] = written.toSorted((one, other) => other.str.length - one.str.length);
  if (!longest) return null;
  const quarter = quarterOf(longest);
  const boxes = written.map((part) => boxOf(part, quarter ?? 0));
  const { top, bottom } = boxOf(longest, quarter ?? 0);
  return {
    number,
    quarter,
    letters: written.reduce((sum, { str }) => sum + str.length, 0),
    box: {
      left: Math.min(...boxes.map(({ left }) => left)),
      right: Math.max(...boxes.map(({ right }) => right)),
      top,
      bottom,
      isRightToLeft: longest.dir === 'rtl',
    },
  };
}

/** Returns the quarter turns of the letters, counterclockwise; null for slanted letters. */
export function quarterOf({ transform: [a = 1, b = 0] }: TextPart): number | null {
  const quarters = Math.atan2(b, a) / (Math.PI / 2);
  const nearest = Math.round(quarters);
  return Math.abs(quarters - nearest) < maxAskew ? (nearest + 4) % 4 : null;
}

/** Returns the box of a part, rotated so that its letters are upright; `y` grows downwards. */
export function boxOf({ transform, width, height }: TextPart, quarter: number): LineBox {
  const [, , , , x = 0, y = 0] = transform;
  const [cos, sin] = [[1, 0, -1, 0][quarter] ?? 1, [0, 1, 0, -1][quarter] ?? 0];
  const [left, baseline] = [x * cos + y * sin, x * sin - y * cos];
  return {
    left,
    right: left + width,
    top: baseline - height * (1 - descent),
    bottom: baseline + height * descent,
  };
}

/** Returns the direction of most letters. */
function mainQuarter(lines: readonly Line[]): number | null {
  const letters = new Map<number, number>();
  for (const { quarter, letters: count } of lines)
    if (quarter !== null) letters.set(quarter, (letters.get(quarter) ?? 0) + count);
  const [most] = [...letters].sort(([, one], [, other]) => other - one);
  return most ? most[0] : null;
}
