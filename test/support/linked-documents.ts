import { writePdf } from './documents.ts';

/** Characters that the font of `makeLinkedPdf` encodes by separate bytes. */
const signs = new Map([
  ['\u00c0', '\ufb01'],
  ['\u00c1', 'क'],
  ['\u00c2', 'ि'],
  ['\u00c3', 'त'],
  ['\u00c4', 'ा'],
  ['\u00c5', 'ब'],
  ['\u00e9', 'é'],
]);

type Link = { to: string; top: number };
export type OutlineItem = { title: string; to?: string; url?: string; script?: string; items?: OutlineItem[] };

type LinkedPdf = {
  /** The lines of each page, from its top. Every part between `|` is drawn separately. */
  pages: string[][];
  outline?: OutlineItem[];
  /** Links on page 1. Each is a strip across the page, `top` units below its upper edge. */
  links?: Link[];
  /** Destinations by name: a page and the distance from its upper edge, in units of 842 per page. */
  destinations?: Record<string, { page: number; top: number }>;
};

/**
 * Makes a PDF with an outline, links and named destinations. A target is a name in `destinations`, or a page such as
 * `page 7`, which means its start. Letters beyond ASCII are limited to a small table: é, the ligature fi, किताब.
 */
export function makeLinkedPdf({ pages, outline = [], links = [], destinations = {} }: LinkedPdf): Buffer {
  const objects: (string | null)[] = [];
  const reserve = () => objects.push(null);
  const put = (number: number, body: string) => void (objects[number - 1] = body);
  const add = (body: string) => objects.push(body);
  const [catalog, tree, font] = [reserve(), reserve(), reserve()];
  const numberedPages = pages.map((lines) => ({ lines, number: reserve() }));
  const pageRef = (page: number) => `${numberedPages[page - 1]?.number} 0 R`;
  const destinationOf = (to: string) => {
    const page = /^page (\d+)$/.exec(to)?.[1];
    return page ? `[${pageRef(Number(page))} /Fit]` : `(${to})`;
  };

  const map = add(streamOf(toUnicode()));
  put(font, `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode ${map} 0 R >>`);
  put(
    tree,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => pageRef(index + 1)).join(' ')}] >>`,
  );
  const annotations = links.map(({ to, top }) =>
    add(
      `<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [60 ${822 - top} 535 ${842 - top}] /Dest ${destinationOf(to)} >>`,
    ),
  );
  numberedPages.forEach(({ lines, number }, index) => {
    const content = add(streamOf(lines.map(drawLine).join('\n')));
    const links = index === 0 ? ` /Annots [${annotations.map((each) => `${each} 0 R`).join(' ')}]` : '';
    put(
      number,
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R /Resources << /Font << /F1 ${font} 0 R >> >>${links} >>`,
    );
  });

  const names = Object.entries(destinations)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { page, top }]) => `(${name}) [${pageRef(page)} /XYZ 60 ${842 - top} null]`);
  const nameTree = add(`<< /Names [${names.join(' ')}] >>`);

  function addItems(items: readonly OutlineItem[], parent: number): { first: number; last: number } {
    const numbered = items.map((item) => ({ item, number: reserve() }));
    numbered.forEach(({ item, number }, index) => {
      const within = item.items ? addItems(item.items, number) : null;
      const leads = item.url
        ? `/A << /S /URI /URI (${item.url}) >>`
        : item.script
          ? `/A << /S /JavaScript /JS (${item.script}) >>`
          : item.to
            ? `/Dest ${destinationOf(item.to)}`
            : '';
      put(
        number,
        `<< /Title (${item.title}) /Parent ${parent} 0 R ${leads}` +
          (index > 0 ? ` /Prev ${numbered[index - 1]?.number} 0 R` : '') +
          (index < items.length - 1 ? ` /Next ${numbered[index + 1]?.number} 0 R` : '') +
          (within ? ` /First ${within.first} 0 R /Last ${within.last} 0 R /Count -${item.items?.length}` : '') +
          ' >>',
      );
    });
    const [first] = numbered;
    const last = numbered.at(-1);
    if (!first || !last) throw new Error('a list of outline entries may not be empty');
    return { first: first.number, last: last.number };
  }

  let outlines = '';
  if (outline.length > 0) {
    const root = reserve();
    const { first, last } = addItems(outline, root);
    put(root, `<< /Type /Outlines /First ${first} 0 R /Last ${last} 0 R /Count ${outline.length} >>`);
    outlines = ` /Outlines ${root} 0 R`;
  }
  put(catalog, `<< /Type /Catalog /Pages ${tree} 0 R /Names << /Dests ${nameTree} 0 R >>${outlines} >>`);
  return writePdf(objects.map((body) => body ?? 'null'));
}

function streamOf(content: string): string {
  return `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`;
}

function drawLine(line: string, row: number): string {
  const pieces = line.split('|').map((piece) => `(${encode(piece)}) Tj`);
  return `BT /F1 14 Tf 60 ${780 - row * 22} Td ${pieces.join(' ')} ET`;
}

function encode(text: string): string {
  const codes = new Map([...signs].map(([code, sign]) => [sign, code]));
  return Array.from(text, (sign) => codes.get(sign) ?? sign)
    .join('')
    .replace(/[\\()]/g, '\\$&');
}

function toUnicode(): string {
  const hex = (sign: string, width: number) => sign.charCodeAt(0).toString(16).padStart(width, '0');
  const ascii = '<20> <7e> <0020>';
  const own = [...signs].map(([code, sign]) => `<${hex(code, 2)}> <${hex(sign, 4)}>`).join('\n');
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange
1 beginbfrange ${ascii} endbfrange
${signs.size} beginbfchar ${own} endbfchar
endcmap CMapName currentdict /CMap defineresource pop end end`;
}

/** Makes a PDF of this many pages with only a filled square on each, as a scan. */
export function makeScan(pageCount: number): Buffer {
  const kids = Array.from({ length: pageCount }, (_, index) => `${3 + index * 2} 0 R`);
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pageCount} /Kids [${kids.join(' ')}] >>`,
    ...kids.flatMap((_, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${4 + index * 2} 0 R >>`,
      streamOf('0.5 g 100 300 395 300 re f'),
    ]),
  ]);
}
