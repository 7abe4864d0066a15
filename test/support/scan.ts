import { randomBytes } from 'node:crypto';

/**
 * Makes a PDF like one from a scanner. Each page has a picture of noise with `side` pixels in each direction and a byte
 * each (25 KB that can't be compressed). All pages are in one flat list, and their dictionaries are between the
 * pictures throughout the file. Page n also has the text `Page n of the {name}`.
 */
export function makeScan(name: string, pageCount: number, side = 160): Buffer {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (bytes: Buffer) => {
    parts.push(bytes);
    length += bytes.length;
  };
  const add = (...body: (string | Buffer)[]) => {
    offsets.push(length);
    const bytes = body.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece));
    write(Buffer.concat([Buffer.from(`${offsets.length} 0 obj\n`), ...bytes, Buffer.from('\nendobj\n')]));
  };
  const firstPage = 4;
  const pages = Array.from({ length: pageCount }, (_, index) => firstPage + index * 3);

  write(Buffer.from('%PDF-1.7\n'));
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Count ${pageCount} /Kids [${pages.map((page) => `${page} 0 R`).join(' ')}] >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  pages.forEach((page, index) => {
    const content = `q 500 0 0 500 47 100 cm /Scan Do Q BT /F1 14 Tf 60 780 Td (Page ${index + 1} of the ${name}) Tj ET`;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${page + 1} 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /Scan ${page + 2} 0 R >> >> >>`,
    );
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    add(
      `<< /Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8 /Length ${side * side} >>\nstream\n`,
      randomBytes(side * side),
      '\nendstream',
    );
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = length;
  write(
    Buffer.from(
      `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
