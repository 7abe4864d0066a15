import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawKind, type SheetKind } from '#test/support/sheet-kinds.ts';
import { straighten } from './straighten.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Returns the height of the band of lines that is read first, in pixels of a page of 3300. */
async function bandHeightOf(kind: SheetKind): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-straighten-'));
  try {
    const file = path.join(folder, 'page.png');
    await writeFile(file, await drawKind(kind));
    const { png } = await straighten(file, { turn: 0, part: 'band', layout: 'lines' });
    return (await sharp(png).metadata()).height;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test.skipIf(isOnlyInSweep('recognition'))(
  'a few lines of a page are read first, all lines of a page with few letters, and little of handwriting',
  async () => {
    expect(await bandHeightOf('a full page of questions')).toBeLessThan(600);
    expect(await bandHeightOf('a cover sheet')).toBeGreaterThan(2000);
    expect(await bandHeightOf('handwriting')).toBeLessThan(1000);
  },
);
