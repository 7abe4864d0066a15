import type { PageFile } from './encode-page.ts';

/** A picture that fills a page, and its clockwise rotation on the page in degrees. */
export type PdfPage = PageFile & { width: number; height: number; turn: 0 | 90 | 180 | 270 };

/** A4 in points. */
const sheet = { short: 595.28, long: 841.89 };

/**
 * Returns a PDF with a picture on each page and no metadata: no date, program or location. Each page fits on A4 and
 * fills it in one direction. The same pictures result in the same bytes.
 */
export function writePdf(pages: readonly PdfPage[]): Buffer {
  const pieces: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (...bytes: (string | Buffer)[]) => {
    for (const each of bytes) {
      const piece = typeof each === 'string' ? Buffer.from(each, 'latin1') : each;
      pieces.push(piece);
      length += piece.length;
    }
  };
  const add = (...body: (string | Buffer)[]) => {
    offsets.push(length);
    write(`${offsets.length} 0 obj\n`, ...body, '\nendobj\n');
  };

  // The second line marks the file as binary (ISO 32000-1, 7.5.2).
  write('%PDF-1.5\n', Buffer.from([0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a]));
  add('<< /Type /Catalog /Pages 2 0 R >>');
  const kids = pages.map((_, index) => `${3 + index * 3} 0 R`);
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(' ')}] >>`);
  for (const [index, page] of pages.entries()) {
    const own = 3 + index * 3;
    const { across, down } = pageSize(page);
    const content = `q ${placeOf(page.turn, across, down)} cm /P Do Q`;
    const { form, bytes } = pictureOf(page);
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${across} ${down}] /Contents ${own + 1} 0 R /Resources << /XObject << /P ${own + 2} 0 R >> >> >>`,
    );
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    add(
      `<< /Type /XObject /Subtype /Image /Width ${page.width} /Height ${page.height} ${form} /Length ${bytes.length} >>\nstream\n`,
      bytes,
      '\nendstream',
    );
  }
  const start = length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  write(
    `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${table}`,
    `trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
  );
  return Buffer.concat(pieces);
}

/** The pixels of a PNG are deflated rows with a filter byte each: predictor 15 of PDF. */
function pictureOf({ kind, bytes, width }: PdfPage): { form: string; bytes: Buffer } {
  if (kind === 'jpeg') return { form: '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode', bytes };
  const rows = `<< /Predictor 15 /Colors 1 /BitsPerComponent 4 /Columns ${width} >>`;
  return {
    form: `/ColorSpace /DeviceGray /BitsPerComponent 4 /Filter /FlateDecode /DecodeParms ${rows}`,
    bytes: pixelsOfPng(bytes),
  };
}

/** Returns the first IDAT chunk. */
function pixelsOfPng(png: Buffer): Buffer {
  for (let at = 8; at + 8 <= png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') return png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
  throw new Error('a PNG without pixels');
}

/** Returns the matrix that maps the unit square to the page, with a rotation (ISO 32000-1, 8.3.3). */
function placeOf(turn: PdfPage['turn'], across: number, down: number): string {
  switch (turn) {
    case 0:
      return `${across} 0 0 ${down} 0 0`;
    case 90:
      return `0 ${-down} ${across} 0 0 ${down}`;
    case 180:
      return `${-across} 0 0 ${-down} ${across} ${down}`;
    case 270:
      return `0 ${down} ${-across} 0 ${across} 0`;
  }
}

function pageSize({ width, height, turn }: PdfPage): { across: number; down: number } {
  const scale = Math.min(sheet.long / Math.max(width, height), sheet.short / Math.min(width, height));
  const [along, other] = [width, height].map((side) => Math.round(side * scale * 100) / 100) as [number, number];
  return turn === 90 || turn === 270 ? { across: other, down: along } : { across: along, down: other };
}
