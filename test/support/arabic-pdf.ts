import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';

/** A PDF with these Arabic lines on each page, as a browser prints it: its text is text, written from the right. */
export async function printArabicPdf(
  browser: Pick<Browser, 'newContext'>,
  pages: readonly (readonly string[])[],
): Promise<Buffer> {
  const font = await readFile(
    fileURLToPath(import.meta.resolve('@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-arabic-400-normal.woff2')),
  );
  const sheets = pages.map((lines) => `<section>${lines.map((line) => `<p>${line}</p>`).join('')}</section>`);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.setContent(`<!doctype html><html lang="ar" dir="rtl"><style>
      @font-face { font-family: Naskh; src: url(data:font/woff2;base64,${font.toString('base64')}) }
      body { font: 20px Naskh } section { break-after: page }
      </style>${sheets.join('')}</html>`);
    await page.evaluate(() => document.fonts.ready);
    return await page.pdf({ format: 'A4' });
  } finally {
    await context.close();
  }
}
