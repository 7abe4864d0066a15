import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

// Read by fontconfig when the first text is drawn. Only our own fonts: every machine draws the same, also one without any.
process.env['FONTCONFIG_FILE'] = fileURLToPath(new URL('./fonts/fonts.conf', import.meta.url));

/** Pixels of a text on a transparent ground, four bytes each. */
export type DrawnText = { data: Buffer; width: number; height: number };

export type TextStyle = {
  /** Pixels. */
  size: number;
  weight: 'regular' | 'semibold';
  /** A colour such as `#1c2330`. */
  colour: string;
};

/**
 * Typefaces: headings in the serif of the pages; Devanagari, which that serif does not have, in a typeface of the same
 * weight.
 */
const families = {
  regular: 'Source Serif 4, Noto Sans Devanagari',
  semibold: 'Source Serif 4, Noto Sans Devanagari SemiBold',
} as const;

/** The scripts of our fonts; without the rest, such as emoji, no empty boxes are drawn. */
const notDrawn =
  /(?!\u200c|\u200d)[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Mn}\u0020-\u007e\u00a0-\u00ff\u0964\u0965\u2010-\u2015\u2018-\u2022\u2026\u20a0-\u20bf\u2212\n]/gu;

/** Returns the text without characters that our fonts do not have; '' if nothing is left. */
export function drawableText(text: string): string {
  return text.normalize('NFC').replaceAll('\t', ' ').replace(notDrawn, '').replace(/ {2,}/g, ' ').trim();
}

/**
 * Invisible bar after each text, as tall as letters with ascenders and descenders. A drawn text is cropped to its
 * content, so without the bar a line without `p` or `l` would be lower than others. The bar never begins a line.
 */
const strut = '<span alpha="1">|</span>';

/** Draws the text in lines of at most `width` pixels, broken between words; a longer word is broken anywhere. */
export async function drawText(text: string, { size, weight, colour }: TextStyle, width: number): Promise<DrawnText> {
  const markup = `<span font_family="${families[weight]}" weight="${weight === 'semibold' ? 600 : 400}" foreground="${colour}">${escape(text)}${strut}</span>`;
  const { data, info } = await sharp({
    // At 72 dots per inch, a point is a pixel.
    text: { text: markup, font: `Source Serif 4 ${size}`, width, dpi: 72, rgba: true, wrap: 'word-char' },
  })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/**
 * Draws the text in the first of these sizes in which it is at most `height` pixels high. If it does not fit in the
 * last size, cuts it at the end of a word. Null for an empty text.
 */
export async function fitText(
  text: string,
  style: Omit<TextStyle, 'size'> & { sizes: readonly number[] },
  box: { width: number; height: number },
): Promise<DrawnText | null> {
  const drawable = drawableText(text);
  if (drawable === '') return null;
  let smallest = 0;
  for (const size of style.sizes) {
    const drawn = await drawText(drawable, { ...style, size }, box.width);
    if (drawn.height <= box.height) return drawn;
    smallest = size;
  }
  return cutText(drawable, { ...style, size: smallest }, box);
}

/** Draws as much of the text as fits, found by bisection: each step draws it once. */
async function cutText(text: string, style: TextStyle, box: { width: number; height: number }): Promise<DrawnText> {
  const words = text.split(/(?<=\s)/);
  // A text of one long word is cut between its characters.
  const pieces = words.length > 1 ? words : [...text];
  let fitting = await drawText('…', style, box.width);
  let low = 0;
  let high = pieces.length;
  while (low < high - 1) {
    const middle = (low + high) >> 1;
    const begun = pieces.slice(0, middle).join('').trimEnd();
    const drawn = await drawText(`${begun.replace(/[,;:.–—-]+$/, '').trimEnd()} …`, style, box.width);
    if (drawn.height <= box.height) {
      low = middle;
      fitting = drawn;
    } else high = middle;
  }
  return fitting;
}

/** Draws one line of at most `width` pixels, and cuts it at the end of a word; null for an empty text. */
export function fitLine(text: string, style: TextStyle, width: number): Promise<DrawnText | null> {
  // Lower than two lines of that size, higher than one with marks above and below.
  return fitText(text, { ...style, sizes: [style.size] }, { width, height: Math.round(style.size * 1.75) });
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
