import {
  areInOneColumn,
  areInOneRow,
  coversGap,
  heightOf,
  isAbove,
  isBeside,
  sharedHeight,
  sharedWidth,
  unite,
  widthOf,
  type Line,
} from './line-box.ts';

/** Maximum width of a part of a formula, in letter heights. */
const maxPartWidth = 6;
/** Minimum overlap of a formula's part with its neighbour, as a fraction of its height. */
const minPartOverlap = 0.15;

/** Lines that follow each other in the file and on the page. */
type Block = Line & { lines: Line[] };

/** Orders lines by blocks: within a block as in the file; blocks by their positions. */
export function orderByBlocks(lines: readonly Line[]): Line[] {
  return sortBlocks(toBlocks(lines)).flatMap((block) => block.lines);
}

function toBlocks(lines: readonly Line[]): Block[] {
  const blocks: Block[] = [];
  for (const line of lines) {
    const block = blocks.at(-1);
    const last = block?.lines.at(-1);
    if (block && last && (isPart(last, line) || continues(block, last, line, lines)))
      blocks[blocks.length - 1] = { ...unite(block, line), lines: [...block.lines, line] };
    else blocks.push({ ...line, lines: [line] });
  }
  return blocks;
}

/** True if two pieces are parts of a formula, as the numerator of a fraction. */
function isPart(last: Line, line: Line): boolean {
  const height = Math.max(heightOf(last), heightOf(line));
  const isNarrow = Math.min(widthOf(last), widthOf(line)) < maxPartWidth * height;
  return isNarrow && sharedHeight(last, line) > minPartOverlap && sharedWidth(last, line) > -height;
}

/** True if the line is to the right of the last line of its block, or is the next one below it. */
function continues(block: Block, last: Line, line: Line, all: readonly Line[]): boolean {
  if (areInOneRow(last, line)) return line.left > last.left;
  if (!isAbove(last, line) || !areInOneColumn(block, line)) return false;
  return !all.some((other) => {
    const isBetween = isAbove(last, other) && isAbove(other, line);
    if (isBetween) return areInOneColumn(other, block) || areInOneColumn(other, line);
    // Between a column and a line over several columns.
    return (
      (isBeside(line, other) && coversGap(last, line, other)) || (isBeside(last, other) && coversGap(line, last, other))
    );
  });
}

/**
 * Sorts blocks so that each comes after those that it must follow. Of several possible next blocks, chooses the one
 * that follows the last in the file, or else the one below the last in its column, or else the first in the file.
 */
function sortBlocks(blocks: readonly Block[]): Block[] {
  const precedes = createPrecedence(blocks);
  const followers = blocks.map((_, one) => [...blocks.keys()].filter((other) => other !== one && precedes(one, other)));
  const waitsFor = blocks.map(() => 0);
  for (const each of followers) for (const index of each) waitsFor[index] = (waitsFor[index] ?? 0) + 1;
  const left = new Set(blocks.keys());
  const sorted: Block[] = [];
  const isFree = (index: number) => left.has(index) && waitsFor[index] === 0;
  for (let next = 0; left.size > 0; next += 1) {
    // Blocks of several columns that overlap may wait for each other.
    if (!isFree(next)) {
      const free = [...left].filter(isFree);
      const last = sorted.at(-1);
      next = (last && nextInColumn(last, free, blocks)) ?? free[0] ?? Math.min(...left);
    }
    const block = blocks[next];
    if (block) sorted.push(block);
    left.delete(next);
    for (const index of followers[next] ?? []) waitsFor[index] = (waitsFor[index] ?? 0) - 1;
  }
  return sorted;
}

function nextInColumn(last: Block, free: readonly number[], blocks: readonly Block[]): number | undefined {
  const topOf = (index: number) => blocks[index]?.core.top ?? 0;
  const below = free.filter((index) => {
    const block = blocks[index];
    return block !== undefined && isAbove(last, block) && areInOneColumn(last, block);
  });
  return below.toSorted((one, other) => topOf(one) - topOf(other))[0];
}

/** Returns a function that returns true if a block must be read before another one. Both are given by their indices. */
function createPrecedence(blocks: readonly Block[]): (one: number, other: number) => boolean {
  const besides = blocks.map((one) => [...blocks.entries()].filter(([, other]) => isBeside(one, other)));

  /** True if the upper block is in another column than the lower one, and is not a heading over both columns. */
  function areInColumns(upper: number, lower: number, above: Block, below: Block): boolean {
    const isNeighboured = besides[upper]?.some(
      ([index, other]) => index < lower && isAbove(other, below) && areInOneColumn(other, below),
    );
    const isContinued = besides[lower]?.some(
      ([, other]) => isAbove(above, other) && areInOneColumn(above, other) && !coversGap(above, below, other),
    );
    return isNeighboured === true || isContinued === true;
  }

  return (first, second) => {
    const [one, other] = [blocks[first], blocks[second]];
    if (!one || !other) return false;
    if (isAbove(one, other)) return areInOneColumn(one, other) || !areInColumns(first, second, one, other);
    if (isAbove(other, one)) return false;
    if (one.right <= other.left) return areInOneRow(one, other);
    // Blocks that overlap are in the order of the file.
    return one.left < other.right && first < second;
  };
}
