import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

/**
 * A TrueType font as a PDF embeds it: its bytes, and the widths of the characters 32 to 126 in thousandths of an em.
 */
export type EmbeddedFont = { bytes: Uint8Array; widths: number[] };

const firstCharacter = 32;
const lastCharacter = 126;

/** Source Serif 4 in one weight, reduced to the characters of ASCII. */
export async function makeFont(weight: number): Promise<EmbeddedFont> {
  const name = '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2';
  const letters = String.fromCharCode(
    ...Array.from({ length: lastCharacter - firstCharacter + 1 }, (_, index) => firstCharacter + index),
  );
  const bytes = await subsetFont(await readFile(fileURLToPath(import.meta.resolve(name))), letters, {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
  });
  return { bytes, widths: readWidths(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)) };
}

/** Reads the tables `cmap` (format 4), `hmtx`, `hhea` and `head` of the OpenType specification. */
function readWidths(font: DataView): number[] {
  const table = (name: string) => {
    const count = font.getUint16(4);
    for (let index = 0; index < count; index += 1) {
      const entry = 12 + index * 16;
      const tag = String.fromCharCode(...[0, 1, 2, 3].map((offset) => font.getUint8(entry + offset)));
      if (tag === name) return font.getUint32(entry + 8);
    }
    throw new Error(`the font has no table ${name}`);
  };
  const unitsPerEm = font.getUint16(table('head') + 18);
  const metricCount = font.getUint16(table('hhea') + 34);
  const glyphOf = readCharacterMap(font, table('cmap'));
  return Array.from({ length: lastCharacter - firstCharacter + 1 }, (_, index) => {
    const glyph = Math.min(glyphOf(firstCharacter + index), metricCount - 1);
    return Math.round((font.getUint16(table('hmtx') + glyph * 4) / unitsPerEm) * 1000);
  });
}

function readCharacterMap(font: DataView, cmap: number): (character: number) => number {
  const count = font.getUint16(cmap + 2);
  const starts = Array.from({ length: count }, (_, index) => cmap + font.getUint32(cmap + 4 + index * 8 + 4));
  const start = starts.find((each) => font.getUint16(each) === 4);
  if (start === undefined) throw new Error('the font has no character map of format 4');
  const doubled = font.getUint16(start + 6);
  return (character) => {
    for (let segment = 0; segment < doubled; segment += 2) {
      const end = font.getUint16(start + 14 + segment);
      const begin = font.getUint16(start + 16 + doubled + segment);
      if (character > end || character < begin) continue;
      const delta = font.getUint16(start + 16 + doubled * 2 + segment);
      const offsetAt = start + 16 + doubled * 3 + segment;
      const offset = font.getUint16(offsetAt);
      if (offset === 0) return (character + delta) & 0xffff;
      return font.getUint16(offsetAt + offset + (character - begin) * 2);
    }
    return 0;
  };
}
