import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openPdf } from '#server/library/pictures/pdf-document.ts';
import { drawScan, makeScannedPdf } from './scanned-pages.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

test.skipIf(isOnlyInSweep('recognition'))(
  'a generated scan is the same bytes each time, opens, and shows its page as it was scanned',
  async () => {
    const columns = [['Define deadlock.'], ['नेपाली भाषा']];
    const leftOnly = [['Define deadlock.'], []];
    const pages = [{ columns: leftOnly }, { columns, flaws: { dpi: 150, skew: 2, noise: 0.5, turn: 90 as const } }];
    const pdf = await makeScannedPdf(pages);
    expect(pdf.equals(await makeScannedPdf(pages))).toBe(true);

    const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-scan-'));
    const file = path.join(folder, 'scan.pdf');
    await writeFile(file, pdf);
    const document = await openPdf(file);
    await rm(folder, { recursive: true });
    if (typeof document === 'string') throw new Error(document);
    const sizes = [1, 2].map((page) => document.render(page, 100));
    const shown = document.renderGrey(1, { dpi: 100, minSide: 100, maxSide: 2000 });
    document.close();
    if (!shown) throw new Error('the page cannot be shown');
    const { width, height, data } = shown;
    const middle = Math.floor(width / 2);
    const darkest = (from: number, to: number) =>
      Math.min(
        ...Array.from({ length: height }, (_, row) => Math.min(...data.subarray(row * width + from, row * width + to))),
      );
    expect(darkest(0, middle)).toBeLessThan(100);
    expect(darkest(middle, width)).toBeGreaterThan(200);
    expect(sizes.map((size) => size && size.width > size.height)).toEqual([false, true]);
  },
);

test('a column has ink where its text is, and text that does not fit is refused', async () => {
  const page = await drawScan({ columns: [['Define deadlock.'], []], flaws: { dpi: 100 } });
  const { width = 0 } = await sharp(page).metadata();
  const darkest = async (left: number) => {
    const part = sharp(page).extract({ left, top: 0, width: 400, height: 300 });
    return (await part.raw().toBuffer()).reduce((least, shade) => Math.min(least, shade), 255);
  };
  expect(await darkest(0)).toBeLessThan(100);
  expect(await darkest(width - 401)).toBeGreaterThan(200);
  const tooMany = Array.from({ length: 200 }, () => 'a line');
  await expect(drawScan({ columns: [tooMany] })).rejects.toThrow('do not fit');
});
