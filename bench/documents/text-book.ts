import { deflateSync } from 'node:zlib';
import { writePdf } from '#test/support/documents.ts';
import { makeFont, type EmbeddedFont } from './font-file.ts';
import { makeLine } from './prose.ts';
import { createRandom } from './random.ts';

type BookOptions = {
  pages: number;
  /** Pages under one node of the page tree, like LaTeX and browsers; null for one flat list, like Word. */
  pagesPerNode: number | null;
  /** One page in this many has a plotted figure. */
  figureEvery: number;
};

/**
 * Makes a book like typesetting programs: two embedded fonts, packed pages of prose with a heading, figures. The same
 * bytes for the same options.
 */
export async function makeTextBook(options: BookOptions): Promise<Buffer> {
  const { pages, pagesPerNode, figureEvery } = options;
  const random = createRandom(pages);
  const nodes = pagesPerNode === null ? 0 : Math.ceil(pages / pagesPerNode);
  const fonts = [await makeFont(400), await makeFont(700)];
  // 1 catalog, 2 root of the tree, 3 to 8 fonts, then the pages with their contents, then the nodes.
  const pageNumber = (index: number) => 9 + index * 2;
  const nodeNumber = (index: number) => 9 + pages * 2 + index;
  const list = (count: number, numberOf: (index: number) => number) =>
    Array.from({ length: count }, (_, index) => `${numberOf(index)} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>',
    `<< /Type /Pages /Count ${pages} /Kids [${nodes ? list(nodes, nodeNumber) : list(pages, pageNumber)}] >>`,
    ...fonts.flatMap((font, index) => fontObjects(font, 3 + index * 3)),
  ];
  for (let index = 0; index < pages; index += 1) {
    const parent = pagesPerNode === null ? 2 : nodeNumber(Math.floor(index / pagesPerNode));
    objects.push(
      `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 595 842] /Contents ${pageNumber(index) + 1} 0 R /Resources << /Font << /F1 3 0 R /F2 6 0 R >> >> >>`,
      packedStream(contentOf(index, random, index % figureEvery === 0)),
    );
  }
  for (let node = 0; node < nodes; node += 1) {
    const first = node * (pagesPerNode ?? 0);
    const count = Math.min(pagesPerNode ?? 0, pages - first);
    const kids = list(count, (index) => pageNumber(first + index));
    objects.push(`<< /Type /Pages /Parent 2 0 R /Count ${count} /Kids [${kids}] >>`);
  }
  return writePdf(objects);
}

/** The font, its descriptor and its file, numbered from `first`. */
function fontObjects({ bytes, widths }: EmbeddedFont, first: number): string[] {
  const name = `EXAMPL+Serif${first}`;
  return [
    `<< /Type /Font /Subtype /TrueType /BaseFont /${name} /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 /Widths [${widths.join(' ')}] /FontDescriptor ${first + 1} 0 R >>`,
    `<< /Type /FontDescriptor /FontName /${name} /Flags 32 /FontBBox [-200 -300 1200 1000] /ItalicAngle 0 /Ascent 918 /Descent -335 /CapHeight 670 /StemV 85 /FontFile2 ${first + 2} 0 R >>`,
    packedStream(Buffer.from(bytes).toString('latin1'), ` /Length1 ${bytes.length}`),
  ];
}

function packedStream(content: string, more = ''): string {
  const packed = deflateSync(Buffer.from(content, 'latin1')).toString('latin1');
  return `<< /Filter /FlateDecode${more} /Length ${packed.length} >>\nstream\n${packed}\nendstream`;
}

function contentOf(index: number, random: () => number, hasFigure: boolean): string {
  const lineCount = hasFigure ? 28 : 48;
  const lines = Array.from({ length: lineCount }, () => `(${makeLine(random, 88)}) Tj T*`);
  const heading = `BT /F2 15 Tf 60 780 Td (Page ${index + 1} of the book: ${makeLine(random, 30)}) Tj ET`;
  const text = `BT /F1 10 Tf 14 TL 60 745 Td ${lines.join('\n')} ET`;
  return hasFigure ? `${heading}\n${text}\n${figure(random)}` : `${heading}\n${text}`;
}

/** Three measured curves in a frame. */
function figure(random: () => number): string {
  const curves = [0, 1, 2].map((curve) => {
    let height = 100 + curve * 60;
    const points = Array.from({ length: 240 }, (_, index) => {
      height = Math.min(300, Math.max(60, height + (random() - 0.5) * 8));
      return `${60 + index * 2} ${height.toFixed(2)} ${index === 0 ? 'm' : 'l'}`;
    });
    return `0.${2 + curve * 3} 0.3 0.7 RG ${points.join('\n')} S`;
  });
  return `0.7 w 60 50 478 260 re S\n${curves.join('\n')}`;
}
