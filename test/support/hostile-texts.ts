import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { makePdf, writePdf } from './documents.ts';

/** PDFs that are made to exhaust the program that extracts their text. The last page of each has plain words. */

/** The words on the last page. */
export const plainWords = 'The last page has plain words.';

const lineCharacters = 100;
const megabyte = 1024 * 1024;

/** An object: its dictionary without the length, and the bytes of its stream. */
type Stream = { dictionary: string; bytes: Buffer };

const streamOf = ({ dictionary, bytes }: Stream) =>
  `<< ${dictionary} /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream`;

const packed = (content: string): Stream => ({
  dictionary: '/Filter /FlateDecode',
  bytes: deflateSync(Buffer.from(content, 'latin1')),
});

/** Makes pages with these contents, followed by a page with plain words. `resources` is added to those of each page. */
function makePages(
  contents: readonly Stream[],
  {
    resources = '',
    others = [],
    height = 842,
  }: { resources?: string; others?: readonly string[]; height?: number } = {},
): Buffer {
  const pages = [...contents, packed(`BT /F1 14 Tf 60 780 Td (${plainWords}) Tj ET`)];
  const first = 4 + others.length;
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`);
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...others,
    ...pages.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 ${height}] /Contents ${first + index * 2 + 1} 0 R /Resources << /Font << /F1 3 0 R >> ${index < contents.length ? resources : ''} >> >>`,
      streamOf(content),
    ]),
  ]);
}

/** Makes a page with this many characters, in lines. */
export function makeWordyPdf(characters: number): Buffer {
  const line = `(${'many words on one page '.repeat(5).slice(0, lineCharacters)}) Tj T*\n`;
  const lines = Math.ceil(characters / lineCharacters);
  // Characters at the same position would count once.
  const height = lines * 2 + 1000;
  return makePages([packed(`BT /F1 1 Tf 2 TL 10 ${height - 100} Td\n${line.repeat(lines)}ET`)], { height });
}

/** Makes this many pages, each with its number. */
export function makeThickPdf(pageCount: number): Buffer {
  return makePdf(Array.from({ length: pageCount }, (_, index) => [`Sheet ${index + 1}`]));
}

/** Makes pages whose second page has content that unpacks to this many megabytes of spaces. */
export function makeContentBomb(megabytes: number): Buffer {
  // One megabyte, compressed once and repeated (RFC 1950 and 1951). The checksum is missing, which PDFium ignores.
  const block = deflateRawSync(Buffer.alloc(megabyte, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const bytes = Buffer.concat([
    Buffer.from([0x78, 0xda]),
    ...Array.from({ length: megabytes }, () => block),
    Buffer.from([0x03, 0x00]),
  ]);
  return makePages([
    packed('BT /F1 14 Tf 60 780 Td (Before the bomb) Tj ET'),
    { dictionary: '/Filter /FlateDecode', bytes },
  ]);
}

/**
 * Makes a page of spaces in a font whose glyph for a space draws ten others of the same kind, nine levels deep. The
 * page has no text, so it must be drawn to be recognised.
 */
export function makeHangingFontPdf(): Buffer {
  const depth = 9;
  const fontAt = (level: number) => 4 + level * 2;
  const spaces = '1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <61> <0020> endbfchar';
  const others = Array.from({ length: depth }, (_, level) => {
    const isLast = level === depth - 1;
    const glyph = isLast
      ? '500 0 0 0 500 500 d1 0 0 500 500 re f'
      : `500 0 0 0 500 500 d1 BT /N 1 Tf ${'(a) Tj '.repeat(10)} ET`;
    const resources = isLast ? '<< >>' : `<< /Font << /N ${fontAt(level + 1)} 0 R >> >>`;
    return [
      `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 500] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /a ${fontAt(level) + 1} 0 R >> /Encoding << /Type /Encoding /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [500] /ToUnicode ${4 + depth * 2} 0 R /Resources ${resources} >>`,
      streamOf(packed(glyph)),
    ];
  }).flat();
  others.push(
    streamOf(packed(`/CIDInit /ProcSet findresource begin 12 dict begin begincmap ${spaces} endcmap end end`)),
  );
  return makePages([packed('0.9 g 0 0 595 842 re f BT /T3 400 Tf 60 400 Td (aaaa) Tj ET')], {
    resources: '/Font << /F1 3 0 R /T3 4 0 R >>',
    others,
  });
}

/** Makes a page of words in a font whose map to Unicode has this many ranges of all characters. */
export function makeHugeMapPdf(ranges: number): Buffer {
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ${ranges} beginbfrange\n${'<0000> <ffff> <0041>\n'.repeat(ranges)}endbfrange endcmap end end`;
  const others = [
    '<< /Type /Font /Subtype /Type0 /BaseFont /Huge /Encoding /Identity-H /DescendantFonts [5 0 R] /ToUnicode 6 0 R >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Huge /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>',
    streamOf(packed(map)),
  ];
  return makePages([packed('BT /H 14 Tf 60 700 Td <00010002> Tj ET')], {
    resources: '/Font << /F1 3 0 R /H 4 0 R >>',
    others,
  });
}

/** Makes a page with one grey picture with sides of this many pixels. */
export function makeHugePicturePdf(side: number): Buffer {
  const rows = Math.max(1, Math.ceil((side * side) / megabyte));
  const block = deflateRawSync(Buffer.alloc(megabyte, 0x80), { finishFlush: constants.Z_FULL_FLUSH });
  const bytes = Buffer.concat([
    Buffer.from([0x78, 0xda]),
    ...Array.from({ length: rows }, () => block),
    Buffer.from([0x03, 0x00]),
  ]);
  const picture = streamOf({
    dictionary: `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
    bytes,
  });
  return makePages([packed('q 595 0 0 842 0 0 cm /Im1 Do Q')], {
    resources: '/XObject << /Im1 4 0 R >>',
    others: [picture],
  });
}
