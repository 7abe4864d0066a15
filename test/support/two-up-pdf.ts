import { writePdf } from './documents.ts';

/**
 * Makes a PDF of pages that show two pages of a book side by side. The first lines of the halves of page n are
 * `Left of n` and `Right of n`; the latter is a link to the last page.
 */
export function makeTwoUpPdf(pageCount: number): Buffer {
  const page = (number: number) => 4 + (number - 1) * 3;
  const numbers = Array.from({ length: pageCount }, (_, index) => index + 1);
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pageCount} /Kids [${numbers.map((number) => `${page(number)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...numbers.flatMap((number) => {
      const text = `${half('Left', number, 45)}\n${half('Right', number, 466)}`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 842 595] /Contents ${page(number) + 1} 0 R /Annots [${page(number) + 2} 0 R] /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
        `<< /Type /Annot /Subtype /Link /Rect [464 535 530 551] /Border [0 0 0] /Dest [${page(pageCount)} 0 R /Fit] >>`,
      ];
    }),
  ]);
}

function half(side: string, number: number, x: number): string {
  const lines = Array.from(
    { length: 26 },
    (_, row) => `${row + 1}. What is meant by line ${row + 1} of the ${side.toLowerCase()} page?`,
  );
  return [`${side} of ${number}`, ...lines]
    .map((line, row) => `BT /F1 12 Tf ${x} ${539 - row * 18} Td (${line}) Tj ET`)
    .join('\n');
}
