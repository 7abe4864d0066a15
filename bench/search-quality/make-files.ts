import { makePdf } from '#test/support/documents.ts';
import { makeScannedPdf, type ScanFlaws, type ScannedPage } from '#test/support/scanned-pages.ts';
import type { LabelledDocument, LabelledPage, Look } from './labelled-set.ts';

/** Returns the scan flaws, by look. Each document has other noise and another skew. */
function flawsOf(look: Look, index: number): ScanFlaws {
  if (look === 'skewed') return { skew: [2.5, -3, 4][index % 3] ?? 2.5, seed: index };
  if (look === 'noisy') return { noise: 0.8, blur: 2, quality: 50, seed: index };
  if (look === '150dpi') return { dpi: 150, quality: 60, seed: index };
  if (look === 'sideways') return { turn: index % 2 === 0 ? 90 : 270, seed: index };
  return { seed: index };
}

/** Makes the file of a document of the set; `index` is its position in the set. */
export async function makeFile(document: LabelledDocument, index: number): Promise<{ name: string; bytes: Buffer }> {
  if (document.look === 'html') return { name: `${document.id}.html`, bytes: makeHtml(document) };
  const name = `${document.id}.pdf`;
  if (document.look === 'text PDF') {
    return { name, bytes: makePdf(document.pages.map(({ lines }) => lines.flatMap((line) => wrap(line, 70)))) };
  }
  const flaws = flawsOf(document.look, index);
  return { name, bytes: await makeScannedPdf(document.pages.map((page) => scanOf(page, flaws))) };
}

function scanOf({ look, lines }: LabelledPage, flaws: ScanFlaws): ScannedPage {
  if (look !== 'two-columns') return { columns: [lines], flaws };
  const half = Math.ceil(lines.length / 2);
  return { columns: [lines.slice(0, half), lines.slice(half)], isRuled: true, flaws };
}

function makeHtml({ title, pages }: LabelledDocument): Buffer {
  const lines = pages.flatMap((page) => page.lines).map((line) => `<p>${escape(line)}</p>`);
  const language = pages.some(({ id }) => id.startsWith('ne')) ? 'ne' : 'en';
  return Buffer.from(`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escape(title)}</title></head>
<body>
<h1>${escape(title)}</h1>
${lines.join('\n')}
</body>
</html>
`);
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function wrap(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > width) {
      lines.push(current);
      current = word;
    } else {
      current = current === '' ? word : `${current} ${word}`;
    }
  }
  return [...lines, current];
}
