import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openPdf } from '#server/library/pictures/pdf-document.ts';
import { encodePage } from './encode-page.ts';
import { writePdf, type PdfPage } from './write-pdf.ts';

const size = { width: 120, height: 170 };

/** Draws a white page whose top left quarter has that colour. */
function draw(colour: readonly [number, number, number]) {
  const data = new Uint8Array(size.width * size.height * 3).fill(255);
  for (let y = 0; y < size.height / 2; y += 1)
    for (let x = 0; x < size.width / 2; x += 1) data.set(colour, (y * size.width + x) * 3);
  return { data, ...size };
}

test('grey pages are stored losslessly, coloured ones in colour, each with the given rotation', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-pdf-'));
  try {
    const grey = await encodePage(draw([34, 34, 34]), { isPaper: true });
    const red = await encodePage(draw([200, 30, 30]), { isPaper: true });
    expect([grey.kind, red.kind]).toEqual(['png', 'jpeg']);
    const turns: PdfPage['turn'][] = [0, 90, 180, 270];
    const pages = [grey, red].flatMap((file) => turns.map((turn) => ({ ...file, ...size, turn })));
    const bytes = writePdf(pages);
    expect(bytes.equals(writePdf(pages))).toBe(true);
    const file = path.join(folder, 'pages.pdf');
    await writeFile(file, bytes);
    const pdf = await openPdf(file);
    if (typeof pdf === 'string') throw new Error(pdf);
    const found = pages.map((_, index) => {
      const pixels = pdf.render(index + 1, 200);
      if (!pixels) throw new Error('not drawn');
      const at = (x: number, y: number) => {
        const start = (Math.floor(y * pixels.height) * pixels.width + Math.floor(x * pixels.width)) * 4;
        return [...pixels.data.subarray(start, start + 3)];
      };
      const corners = [at(0.25, 0.25), at(0.75, 0.25), at(0.75, 0.75), at(0.25, 0.75)];
      const marked = corners.findIndex((colour) => Math.min(...colour) < 200);
      return [pixels.width < pixels.height ? 'tall' : 'wide', marked, corners[marked]];
    });
    pdf.close();
    const shapes = [
      ['tall', 0],
      ['wide', 1],
      ['tall', 2],
      ['wide', 3],
    ];
    expect(found.map(([shape, marked]) => [shape, marked])).toEqual([...shapes, ...shapes]);
    expect(found.slice(0, 4).map(([, , colour]) => colour)).toEqual(turns.map(() => [34, 34, 34]));
    for (const [, , colour] of found.slice(4)) {
      const [red = 0, green = 255] = colour as number[];
      expect(red - green).toBeGreaterThan(120);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
