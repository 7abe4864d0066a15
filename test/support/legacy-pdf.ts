import { writePdf } from './documents.ts';

/** A line of a page: pieces of text, each in Helvetica or in the legacy Nepali font Preeti. */
type Line = readonly { text: string; isPreeti: boolean }[];

/** Makes a PDF of one page with lines in two fonts. The fonts are only named in it, so Preeti looks like Latin letters. */
export function makeLegacyPdf(lines: readonly Line[]): Buffer {
  const escaped = (text: string) => text.replaceAll(/[\\()]/g, String.raw`\$&`);
  const content = lines
    .map((line, row) => {
      const pieces = line.map(({ text, isPreeti }) => `/F${isPreeti ? 2 : 1} 14 Tf (${escaped(text)}) Tj`);
      return `BT 60 ${780 - row * 30} Td ${pieces.join(' ')} ET`;
    })
    .join('\n');
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 6 0 R /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Preeti /Encoding /WinAnsiEncoding >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]);
}
