/** Documents for tests: real PDFs and HTML papers, small, with known text on known pages. */

type PdfOptions = {
  title?: string;
  padBytes?: number;
  /** The height of each page in points; by default that of A4. */
  height?: number;
  /**
   * The number of pages under one node of the page tree, as LaTeX and browsers write it; by default the tree is flat.
   */
  pagesPerNode?: number;
};

/** Makes a PDF with one page for each entry; the entry's lines are text on the page. */
export function makePdf(pages: string[][], options: PdfOptions = {}): Buffer {
  const { height = 842 } = options;
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const first = 4;
  const perNode = options.pagesPerNode ?? pages.length;
  const nodeCount = options.pagesPerNode ? Math.ceil(pages.length / perNode) : 0;
  const pageRef = (index: number) => `${first + index * 2} 0 R`;
  const nodeNumber = (index: number) => first + pages.length * 2 + index;
  const kids = nodeCount
    ? Array.from({ length: nodeCount }, (_, index) => `${nodeNumber(index)} 0 R`)
    : pages.map((_, index) => pageRef(index));
  add('<< /Type /Catalog /Pages 2 0 R /Lang (en) >>');
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(' ')}] >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  pages.forEach((lines, index) => {
    const text = lines
      .map((line, row) => `BT /F1 14 Tf 60 ${height - 62 - row * 22} Td (${line.replace(/[\\()]/g, '\\$&')}) Tj ET`)
      .join('\n');
    const parent = nodeCount ? nodeNumber(Math.floor(index / perNode)) : 2;
    add(
      `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 595 ${height}] /Contents ${first + index * 2 + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    add(`<< /Length ${Buffer.byteLength(text)} >>\nstream\n${text}\nendstream`);
  });
  for (let node = 0; node < nodeCount; node += 1) {
    const held = pages.map((_, index) => pageRef(index)).slice(node * perNode, (node + 1) * perNode);
    add(`<< /Type /Pages /Parent 2 0 R /Count ${held.length} /Kids [${held.join(' ')}] >>`);
  }
  if (options.padBytes) add(`<< /Length ${options.padBytes} >>\nstream\n${'x'.repeat(options.padBytes)}\nendstream`);
  if (options.title) add(`<< /Title (${options.title.replace(/[\\()]/g, '\\$&')}) >>`);
  return writePdf(objects, options.title ? objects.length : null);
}

/**
 * A PDF file with these objects, numbered from 1; one character is one byte. `info` is the number of the info
 * dictionary, `trailer` is added to the trailer.
 */
export function writePdf(objects: readonly string[], info: number | null = null, trailer = ''): Buffer {
  const parts: string[] = ['%PDF-1.7\n'];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  objects.forEach((body, index) => {
    offsets.push(length);
    const part = `${index + 1} 0 obj\n${body}\nendobj\n`;
    parts.push(part);
    length += Buffer.byteLength(part, 'latin1');
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const described = info === null ? '' : ` /Info ${info} 0 R`;
  parts.push(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${described}${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
  );
  return Buffer.from(parts.join(''), 'latin1');
}

/** Makes a PDF with this many pages; page n has the text `Page n of the {name}` and a few more lines. */
export function makeBook(name: string, pageCount: number, options: PdfOptions = {}): Buffer {
  return makePdf(
    Array.from({ length: pageCount }, (_, index) => [
      `Page ${index + 1} of the ${name}`,
      ...Array.from(
        { length: 28 },
        (__, row) => `Line ${row + 1}: what is asked on page ${index + 1} is answered on page ${index + 1}.`,
      ),
    ]),
    { ...options, title: name },
  );
}

/**
 * Makes a PDF of one page with fonts that are not in the file: words in Helvetica, Greek letters in Symbol, which
 * pdf.js ships, and Japanese ones that need a predefined character map (90ms-RKSJ-H).
 */
export function makeFontlessPdf(words: string): Buffer {
  const text = `BT /F1 14 Tf 60 780 Td (${words}) Tj ET BT /F2 14 Tf 60 740 Td (abc) Tj ET BT /F3 14 Tf 60 700 Td <93fa967b> Tj ET`;
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R /F3 7 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>',
    '<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /90ms-RKSJ-H /DescendantFonts [8 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 9 0 R >>',
    '<< /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 4 /FontBBox [-123 -257 1001 910] /ItalicAngle 0 /Ascent 723 /Descent -241 /CapHeight 709 /StemV 69 >>',
  ]);
}

/**
 * Makes an HTML question paper whose own script writes a sentence, so that a test can see if scripts run in its frame.
 */
export function makeHtmlPaper(title: string): Buffer {
  return Buffer.from(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title><style>body { font: 16px/1.5 serif; margin: 1rem }</style></head>
<body><h1>${title}</h1><p>1. State and prove the pumping lemma. [10]</p><p id="written"></p>
<script>document.getElementById('written').textContent = 'Written by the paper itself';</script></body></html>
`);
}

/** Returns bytes that start like a PDF but are not one. */
export function makeBrokenPdf(): Buffer {
  return Buffer.from('%PDF-1.7\nThis file broke off before anything was written.\n');
}
