import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFontlessPdf, makePdf, writePdf } from '#test/support/documents.ts';
import { makeLegacyPdf } from '#test/support/legacy-pdf.ts';
import { makePhotographPdf, makeScanPdf } from '#test/support/picture-documents.ts';
import { openPdf } from './pdf-document.ts';

const limits = { characters: 10_000, fontSamples: 1000, objects: 1000 };

async function withPdf<Result>(
  bytes: Buffer,
  work: (pdf: Exclude<Awaited<ReturnType<typeof openPdf>>, string>) => Result,
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-pdf-'));
  try {
    const file = path.join(folder, 'a.pdf');
    await writeFile(file, bytes);
    const pdf = await openPdf(file);
    if (typeof pdf === 'string') throw new Error(pdf);
    const result = work(pdf);
    pdf.close();
    return result;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const read = (bytes: Buffer, page = 1, more = {}) =>
  withPdf(bytes, (pdf) => pdf.readText(page, { ...limits, ...more }));

/** Returns one page with this content in Helvetica. */
function pageOf(content: string): Buffer {
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]);
}

test('a page has its lines and its fonts', async () => {
  const found = await read(makePdf([['first'], ['O(n log n), C++ and 2NF', 'are (all) kept.']]), 2);
  expect(found).toEqual({
    text: 'O(n log n), C++ and 2NF\nare (all) kept.',
    fonts: [{ name: 'Helvetica', share: 1 }],
    imageShare: 0,
    pictured: null,
  });
  const fonts = (await read(makeFontlessPdf('words')))?.fonts ?? [];
  expect(fonts.map(({ name }) => name)).toEqual(['Helvetica', 'Symbol', 'HeiseiMin-W3']);
  expect(fonts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
});

test('text in a legacy Nepali font is read in Unicode, and English text next to it as it is', async () => {
  const found = await read(
    makeLegacyPdf([
      [
        { text: 'k|Zg !. g]kfnsf]', isPreeti: true },
        { text: ' GDP: ', isPreeti: false },
        { text: "cy{ n]Vg'xf];\\ .", isPreeti: true },
      ],
      [{ text: 'Explain GDP.', isPreeti: false }],
    ]),
  );
  expect(found?.text).toBe('प्रश्न १। नेपालको GDP: अर्थ लेख्नुहोस् ।\nExplain GDP.');
});

test('a word that is divided at the end of a line keeps its hyphen and stays on two lines', async () => {
  const found = await read(pageOf('BT /F1 14 Tf 20 TL 60 700 Td (the synchro-) Tj T* (nisation of processes) Tj ET'));
  expect(found?.text).toBe('the synchro-\nnisation of processes');
});

test('the fraction covered by pictures is measured: all of a scan, none of a text, the part of a photograph', async () => {
  expect(await read(makeScanPdf())).toMatchObject({ text: '', fonts: [], imageShare: 1 });
  const share = (await read(makePhotographPdf('words')))?.imageShare ?? 0;
  expect(share).toBeCloseTo(0.6 * 0.3, 1);
});

test('a page with drawings but without text may contain letters, an empty page does not', async () => {
  expect((await read(pageOf('0 0 595 842 re f')))?.imageShare).toBe(1);
  expect((await read(pageOf('0 0 595 842 re f BT /F1 9 Tf 60 700 Td (a) Tj ET')))?.imageShare).toBe(0);
  expect(await read(pageOf(''))).toEqual({ text: '', fonts: [], imageShare: 0, pictured: null });
});

test('characters beyond the limit are not read', async () => {
  expect((await read(makePdf([['0123456789']]), 1, { characters: 4 }))?.text).toBe('0123');
});

test('the text of a page that cannot be loaded is null', async () => {
  expect(await read(makePdf([['one']]), 2)).toBeNull();
});

test('a page is drawn in grey at the given size, within the limits of its longer side', async () => {
  const sizes = { dpi: 300, minSide: 1600, maxSide: 4000 };
  const size = (bytes: Buffer, more = {}) =>
    withPdf(bytes, (pdf) => {
      const { width, height, data } = pdf.renderGrey(1, { ...sizes, ...more }) ?? { width: 0, height: 0, data: '' };
      return [width, height, data.length === width * height];
    });
  expect(await size(makePdf([['words']]))).toEqual([2479, 3508, true]);
  expect(await size(makePdf([['words']]), { maxSide: 1000 })).toEqual([707, 1000, true]);
  expect(await size(makePdf([['words']]), { dpi: 10 })).toEqual([1131, 1600, true]);
  const pixels = await withPdf(makePdf([['words']]), (pdf) => new Set(pdf.renderGrey(1, sizes)?.data));
  expect([pixels.has(255), Math.min(...pixels) < 40]).toEqual([true, true]);
});
