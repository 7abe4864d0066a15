import sharp from 'sharp';
import { createRandom } from '#bench/documents/random.ts';
import { takePhotograph, type Camera, type Photograph } from '#bench/photographs/take-photograph.ts';

const sheet = { width: 500, height: 707 };

/** A small photograph of a sheet of A4 with lines of dark blocks, like words from a distance. */
export async function photographSheet(camera: Camera = {}): Promise<Photograph> {
  const pixels = Buffer.alloc(sheet.width * sheet.height, 246);
  const random = createRandom(3);
  for (let line = 0; line < 24; line += 1) {
    const end = line % 4 === 3 ? 250 : 440;
    for (let x = 60; x < end; x += 8) {
      for (const last = x + 12 + random() * 40; x < last; x += 1)
        for (let y = 72 + line * 24; y < 79 + line * 24; y += 1) pixels[y * sheet.width + x] = 35;
    }
  }
  const page = await sharp(pixels, { raw: { ...sheet, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return takePhotograph(page, { side: 800, quality: 80, ...camera });
}
