import type { Box } from '#app/features/reader/geometry/rotation.ts';
import { inLine, type RecognisedLine, type RecognisedWord } from './recognised-lines.ts';

/** Width and height of an unrotated page, in its own units. */
type PageSize = { width: number; height: number };

/** A word over the picture, in units of the page. Its position is relative to the corner of its line. */
export type PlacedWord = {
  /** The word, including the space that follows it. */
  text: string;
  left: number;
  top: number;
  /** The height of the letters. */
  size: number;
  /** The width of the unstretched word, in ems, and the factor that stretches it to its width in the picture. */
  ems: number;
  stretch: number;
  turn: RecognisedWord['turn'];
};

/** A line over the picture: the box around its words, in units of the page. */
export type PlacedLine = { box: Box; words: PlacedWord[] };

/** Minimum width and height of a word, in units of the page, so that it can be selected. */
const minLength = 1;

/**
 * Places the words of a line over the picture of a page of this size. `widthOf` measures an unstretched word in ems.
 * Each word is laid out to the right from its upper left corner, then rotated clockwise around that corner.
 */
export function placeLine({ words }: RecognisedLine, page: PageSize, widthOf: (text: string) => number): PlacedLine {
  const boxes = words.map(({ box: [left, top, width, height] }) => ({
    left: left * page.width,
    top: top * page.height,
    width: Math.max(width * page.width, minLength),
    height: Math.max(height * page.height, minLength),
  }));
  const line = boxAround(boxes);
  return {
    box: line,
    words: words.map((word, index) => {
      const box = boxes[index] ?? line;
      const isUpright = word.turn % 180 === 0;
      const size = isUpright ? box.height : box.width;
      const length = isUpright ? box.width : box.height;
      const ems = widthOf(word.text) || 1;
      return {
        text: inLine(word.text, index, words.length),
        left: box.left - line.left + (word.turn === 90 || word.turn === 180 ? box.width : 0),
        top: box.top - line.top + (word.turn === 180 || word.turn === 270 ? box.height : 0),
        size,
        ems,
        stretch: length / (ems * size),
        turn: word.turn,
      };
    }),
  };
}

function boxAround(boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}
