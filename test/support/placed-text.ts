import { writePdf } from './documents.ts';

/** A piece of text on a page, with its position in points from the upper left corner of the page as shown. */
export type PlacedText = {
  text: string;
  x: number;
  y: number;
  /** Font size in points; 12 by default. */
  size?: number;
};

/**
 * Rotation of a page. `isInFile`: the page itself has a rotation, like pages from a scanner; otherwise its text is
 * drawn sideways.
 */
type Turn = { degrees: 0 | 90 | 180 | 270; isInFile: boolean };

type PageOptions = { width?: number; height?: number; turn?: Turn };

/**
 * Makes a PDF of one page on which these texts are drawn in this order, at any position. Text in Latin letters is in
 * Helvetica. All other text is invisible; each letter is half a point wide for each point of its size.
 */
export function makePlacedPdf(texts: readonly PlacedText[], options: PageOptions = {}): Buffer {
  const { width = 595, height = 842, turn = { degrees: 0, isInFile: false } } = options;
  const isSideways = turn.degrees % 180 !== 0;
  const [boxWidth, boxHeight] = isSideways && turn.isInFile ? [height, width] : [width, height];
  const letters = [...new Set(texts.flatMap(({ text }) => (isLatin(text) ? [] : [...text])))];
  const codeOf = (letter: string) => hex(letters.indexOf(letter) + 1);
  const content = texts
    .map(({ text, x, y, size = 12 }) => {
      const [a, b, c, d] = matrixOf(turn);
      const [left, bottom] = toPageSpace({ x, y: y + size }, { width, height, turn });
      const font = isLatin(text) ? 'F1' : 'F2';
      const shown = isLatin(text) ? `(${text.replace(/[\\()]/g, '\\$&')})` : `<${[...text].map(codeOf).join('')}>`;
      return `BT /${font} ${size} Tf ${a} ${b} ${c} ${d} ${left} ${bottom} Tm ${shown} Tj ET`;
    })
    .join('\n');
  const rotation = turn.isInFile ? ` /Rotate ${turn.degrees}` : '';
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${boxWidth} ${boxHeight}]${rotation} /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    stream(content),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type0 /BaseFont /Letters /Encoding /Identity-H /DescendantFonts [7 0 R] /ToUnicode 8 0 R >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Letters /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 /FontDescriptor << /Type /FontDescriptor /FontName /Letters /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >> >>',
    stream(toUnicode(letters, codeOf)),
  ]);
}

/** Returns lines below each other, 18 points apart. */
export function column(x: number, y: number, lines: readonly string[]): PlacedText[] {
  return lines.map((text, index) => ({ text, x, y: y + index * 18 }));
}

const isLatin = (text: string) => /^[\u0020-\u007e]*$/.test(text);
const hex = (code: number) => code.toString(16).padStart(4, '0');
const stream = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;

function toUnicode(letters: readonly string[], codeOf: (letter: string) => string): string {
  const table = letters.map((letter) => `<${codeOf(letter)}> <${hex(letter.charCodeAt(0))}>`).join('\n');
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
1 begincodespacerange <0000> <ffff> endcodespacerange
${letters.length} beginbfchar
${table}
endbfchar endcmap end end`;
}

/**
 * Returns the matrix of a text: rotated against the page's rotation in the file, so that it is shown upright; or,
 * without one, rotated clockwise.
 */
function matrixOf({ degrees, isInFile }: Turn): readonly number[] {
  const angle = ((isInFile ? degrees : -degrees) * Math.PI) / 180;
  const [cos, sin] = [Math.round(Math.cos(angle)), Math.round(Math.sin(angle))];
  return [cos, sin, -sin, cos];
}

function toPageSpace(
  { x, y }: { x: number; y: number },
  { width, height, turn }: { width: number; height: number; turn: Turn },
): [number, number] {
  const { degrees, isInFile } = turn;
  if (degrees === 0) return [x, height - y];
  if (degrees === 180) return [width - x, y];
  if (isInFile) return degrees === 90 ? [y, x] : [height - y, width - x];
  // The page stays upright, so a line that runs down begins at the right.
  return degrees === 90 ? [width - y, height - x] : [y, x];
}
