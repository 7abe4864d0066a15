import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makePdf } from '#test/support/documents.ts';
import { makeLayeredScan, scannedLayer, type TextLayer } from '#test/support/layered-scan.ts';
import { makePhotographPdf } from '#test/support/picture-documents.ts';
import { openPdf } from './pdf-document.ts';

const limits = { characters: 10_000, fontSamples: 1000, objects: 1000 };

/** Counts the visible letters on the first page, and those that the page's text explains. */
async function count(bytes: Buffer) {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-letters-'));
  try {
    const file = path.join(folder, 'a.pdf');
    await writeFile(file, bytes);
    const pdf = await openPdf(file);
    if (typeof pdf === 'string') throw new Error(pdf);
    const found = pdf.readText(1, limits);
    pdf.close();
    return { imageShare: found?.imageShare, letters: found?.pictured?.letters, explained: found?.pictured?.explained };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const stamp: TextLayer = { lines: ['Downloaded from the notes of an example campus'], y: 815 };

test.each([0, 90, 180, 270] as const)(
  'on a scan with a stamp, rotated by %i degrees, only the letters of the stamp are explained',
  async (rotate) => {
    const { imageShare, letters = 0, explained = 0 } = await count(await makeLayeredScan([stamp], { rotate }));
    expect(imageShare).toBe(1);
    expect(letters).toBeGreaterThan(150);
    expect(explained).toBeGreaterThan(20);
    expect(explained).toBeLessThan(50);
  },
);

test('on a scan with a layer of its text, nearly all letters are explained', async () => {
  const { letters = 0, explained = 0 } = await count(await makeLayeredScan([scannedLayer, stamp]));
  expect(letters).toBeGreaterThan(100);
  expect(explained / letters).toBeGreaterThan(0.9);
});

test('letters are not counted on a page without large pictures', async () => {
  expect(await count(makePdf([['words']]))).toMatchObject({ letters: undefined });
  expect(await count(makePhotographPdf('words'))).toMatchObject({ letters: undefined });
});
