import { deflateSync } from 'node:zlib';
import { writePdf } from './documents.ts';

/** PDFs with pictures, and damaged ones, with known pixels and objects. */

/** The position of a picture on a page of 595 × 842, in fractions of the page from its top left corner. */
export const photographPlace = { left: 0.2, top: 0.3, right: 0.8, bottom: 0.6 };

type Colour = readonly [red: number, green: number, blue: number];

const page = { width: 595, height: 842 };

/** The pixels of a photograph: coloured, with many shades, without paper. */
function photograph(x: number, y: number): Colour {
  const tone = 60 + 50 * Math.sin(x * 9) * Math.cos(y * 7);
  return [90 + tone * 0.5, 40 + tone * 0.6, 30 + 40 * y];
}

/** A page of text, not scanned, with a photograph. The first line is at a tenth of the page's height. */
export function makePhotographPdf(words: string): Buffer {
  const { left, top, right, bottom } = photographPlace;
  const width = (right - left) * page.width;
  const height = (bottom - top) * page.height;
  const place = `${width} 0 0 ${height} ${left * page.width} ${(1 - bottom) * page.height}`;
  const content = `BT /F1 28 Tf 60 ${page.height * 0.9} Td (${words}) Tj ET q ${place} cm /Im1 Do Q`;
  return writePdf([...onePage(content), imageOf(160, 110, photograph)]);
}

/**
 * Makes the same page as a scan: one image as large as the page, of grey paper, with rows of words and a photograph.
 */
export function makeScanPdf(): Buffer {
  const { left, top, right, bottom } = photographPlace;
  const pixel = (x: number, y: number): Colour => {
    if (x >= left && x < right && y >= top && y < bottom) return photograph(x, y);
    const isLine = x > 0.1 && x < 0.9 && y > 0.05 && y < 0.95 && Math.floor(y * 80) % 2 === 0;
    const isInk = isLine && Math.floor(x * 240) % 3 !== 0;
    const paper = 205 + 20 * x;
    return isInk ? [40, 40, 44] : [paper, paper - 2, paper - 8];
  };
  return writePdf([...onePage(`q ${page.width} 0 0 ${page.height} 0 0 cm /Im1 Do Q`), imageOf(420, 594, pixel)]);
}

/** Makes scans, each one image as large as the page, with the same words (`stamp`) as text on every page. */
export function makeStampedScans(pageCount: number, stamp: string): Buffer {
  const first = 6;
  const kids = Array.from({ length: pageCount }, (_, index) => `${first + index} 0 R`);
  const resources = '/Resources << /Font << /F1 3 0 R >> /XObject << /Im1 4 0 R >> >>';
  const content = `q ${page.width} 0 0 ${page.height} 0 0 cm /Im1 Do Q BT /F1 9 Tf 60 20 Td (${stamp}) Tj ET`;
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pageCount} /Kids [${kids.join(' ')}] >>`,
    font,
    imageOf(40, 56, (x) => [205 + 20 * x, 205, 200]),
    stream(content),
    ...kids.map(
      () => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents 5 0 R ${resources} >>`,
    ),
  ]);
}

/** Makes a book cover: drawn, without an image; light words on a green background that fills the page. */
export function makeCoverPdf(words: string): Buffer {
  const ground = `q 0.05 0.29 0.24 rg 0 0 ${page.width} ${page.height} re f Q`;
  return writePdf(onePage(`${ground} 1 1 1 rg BT /F1 28 Tf 60 ${page.height * 0.9} Td (${words}) Tj ET`));
}

/** Three pages: the first and the last are intact, the object of page 2 is damaged. */
export function makeHalfBrokenPdf(): Buffer {
  const node = (kid: number) => `<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [${kid} 0 R] >>`;
  const sheet = (parent: number, contents: number) =>
    `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 595 842] /Contents ${contents} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`;
  const text = (words: string) => stream(`BT /F1 24 Tf 60 760 Td (${words}) Tj ET`);
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 3 /Kids [4 0 R 5 0 R 6 0 R] >>',
    font,
    node(7),
    node(8),
    node(9),
    sheet(4, 10),
    '(what was a page)',
    sheet(6, 11),
    text('The first page'),
    text('The last page'),
  ]);
}

const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';

/**
 * Returns the objects of a document with one page that draws `content`; its font is F1, its image (the sixth object)
 * Im1.
 */
function onePage(content: string): string[] {
  const resources = '/Resources << /Font << /F1 5 0 R >> /XObject << /Im1 6 0 R >> >>';
  return [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents 4 0 R ${resources} >>`,
    stream(content),
    font,
  ];
}

function stream(content: string): string {
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

/** Makes an image object; `pixel` returns the colour at a position in fractions from the top left corner. */
function imageOf(width: number, height: number, pixel: (x: number, y: number) => Colour): string {
  const bytes = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) bytes.set(pixel(x / width, y / height).map(Math.round), (y * width + x) * 3);
  }
  const packed = deflateSync(bytes).toString('latin1');
  return `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed}\nendstream`;
}
