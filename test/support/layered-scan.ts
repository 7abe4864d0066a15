import sharp from 'sharp';
import { drawScan } from './scanned-pages.ts';
import { writePdf } from './documents.ts';

/** Text in a PDF over the picture of a page, in Helvetica; `y` is the distance of the first line from the top, in points. */
export type TextLayer = { lines: readonly string[]; y: number; size?: number };

const lines = [
  'Microprocessors and assembly language',
  'Define the yttrium register and its purpose.',
  'What is a maskable interrupt? Give two examples.',
  'Draw the timing diagram of a memory read cycle.',
  'Explain the handshake of a parallel port in detail.',
];

/** The same text as in the picture, at about the same position. */
export const scannedLayer: TextLayer = { lines, y: 70, size: 17 };

/** Makes scanned pages, each of which has these layers of text. */
export async function makeLayeredScan(
  layers: readonly TextLayer[],
  { pages = 1, rotate = 0 }: { pages?: number; rotate?: 0 | 90 | 180 | 270 } = {},
): Promise<Buffer> {
  const picture = await drawScan({ columns: [lines], points: 16, flaws: { dpi: 150 } });
  const { width = 1, height = 1 } = await sharp(picture).metadata();
  const jpeg = await sharp(picture).toColourspace('b-w').jpeg({ quality: 70 }).toBuffer();
  const text = layers
    .map(({ lines: drawn, y, size = 9 }) => {
      const shown = drawn.map((line) => `(${line}) Tj T*`).join(' ');
      return `BT /F1 ${size} Tf ${size * 1.6} TL 57 ${842 - y} Td ${shown} ET`;
    })
    .join(' ');
  const content = `q 595 0 0 842 0 0 cm /Scan Do Q ${text}`;
  const first = 6;
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, page) => `${first + page} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n${jpeg.toString('latin1')}\nendstream`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...Array.from(
      { length: pages },
      () =>
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Rotate ${rotate} /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /Scan 4 0 R >> >> >>`,
    ),
  ]);
}
