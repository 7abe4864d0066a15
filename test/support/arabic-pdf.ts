import { writePdf } from './documents.ts';

/**
 * Makes a PDF with these Arabic lines on each page. As in printed PDFs, the letters are stored in visual order, from
 * the left, as glyph numbers of the font; a table maps these to letters. The font itself is missing, so other shapes
 * are drawn.
 */
export function makeArabicPdf(pages: readonly (readonly string[])[]): Buffer {
  const letters = [...new Set(pages.flat().join(''))];
  const codeOf = (letter: string) => hex(letters.indexOf(letter) + 1);
  const table = letters.map((letter) => `<${codeOf(letter)}> <${hex(letter.charCodeAt(0))}>`).join('\n');
  const toUnicode = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
1 begincodespacerange <0000> <ffff> endcodespacerange
${letters.length} beginbfchar
${table}
endbfchar endcmap end end`;
  const first = 6;
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${first + index * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /Arabic /Encoding /Identity-H /DescendantFonts [4 0 R] /ToUnicode 5 0 R >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Arabic /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 /FontDescriptor << /Type /FontDescriptor /FontName /Arabic /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >> >>',
    stream(toUnicode),
    ...pages.flatMap((lines, index) => {
      const shown = lines.map((line, at) => {
        const codes = [...line].reverse().map(codeOf).join('');
        return `1 0 0 1 ${500 - line.length * 8} ${760 - at * 40} Tm <${codes}> Tj`;
      });
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${first + index * 2 + 1} 0 R >>`,
        stream(`BT /F1 16 Tf ${shown.join('\n')} ET`),
      ];
    }),
  ]);
}

const hex = (code: number) => code.toString(16).padStart(4, '0');

const stream = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
