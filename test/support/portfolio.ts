import { writePdf } from './documents.ts';

/**
 * Makes a PDF with attached files, whose own pages have these lines, as programs do that send several papers in one
 * file.
 */
export function makePortfolio(
  papers: readonly { name: string; bytes: Buffer }[],
  pages: readonly (readonly string[])[] = [['These papers are in the attachments.']],
): Buffer {
  const firstPage = 4;
  const firstFile = firstPage + pages.length * 2;
  const kids = pages.map((_, index) => `${firstPage + index * 2} 0 R`).join(' ');
  const names = papers.map((_, index) => `(${index}) ${firstFile + index * 2 + 1} 0 R`).join(' ');
  return writePdf([
    `<< /Type /Catalog /Pages 2 0 R /PageMode /UseAttachments /Collection << /Type /Collection /View /T >> /Names << /EmbeddedFiles << /Names [${names}] >> >> >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((lines, index) => {
      const text = lines.map((line, row) => `BT /F1 12 Tf 60 ${780 - row * 20} Td (${line}) Tj ET`).join('\n');
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${firstPage + index * 2 + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      ];
    }),
    ...papers.flatMap(({ name, bytes }, index) => [
      `<< /Length ${bytes.length} /Type /EmbeddedFile /Subtype /application#2Fpdf >>\nstream\n${bytes.toString('latin1')}\nendstream`,
      `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${firstFile + index * 2} 0 R >> >>`,
    ]),
  ]);
}
