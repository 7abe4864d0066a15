import sharp from 'sharp';
import { writePdf } from '#test/support/documents.ts';
import { createRandom } from './random.ts';

/** A4 at 150 dots an inch. */
const width = 1240;
const height = 1754;

/**
 * Makes sheets as an office scanner sends them: one JPEG of about 430 KB a page, each page's objects in a row, and a
 * flat list of pages. The same bytes for the same count and the same version of sharp.
 */
export async function makeScan(pages: number): Promise<Buffer> {
  const random = createRandom(1);
  // Grain of the paper, shifted from page to page.
  const grain = Uint8Array.from({ length: width * height }, () =>
    Math.floor((random() + random() + random() - 1.5) * 18),
  );
  const number = (index: number) => 3 + index * 3;
  const kids = Array.from({ length: pages }, (_, index) => `${number(index)} 0 R`).join(' ');
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`];
  for (let index = 0; index < pages; index += 1) {
    const image = (await makeSheet(grain, random)).toString('latin1');
    const content = 'q 595 0 0 842 0 0 cm /Im1 Do Q';
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${number(index) + 1} 0 R /Resources << /XObject << /Im1 ${number(index) + 2} 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${image.length} >>\nstream\n${image}\nendstream`,
    );
  }
  return writePdf(objects);
}

/** Makes one sheet: yellowish paper with grain, and lines of grey strokes instead of words. */
async function makeSheet(grain: Uint8Array, random: () => number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  const shift = Math.floor(random() * grain.length);
  const rows = Array.from({ length: Math.ceil(height / 32) }, () => Array.from({ length: 62 }, () => random() < 0.8));
  for (let y = 0; y < height; y += 1) {
    const isLine = y > 120 && y < height - 120 && y % 32 < 14;
    const words = rows[Math.floor(y / 32)] ?? [];
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const isInk = isLine && x > 100 && x < width - 100 && words[Math.floor(x / 20)] && (x * 7 + y * 3) % 11 < 5;
      const noise = ((grain[(at + shift) % grain.length] ?? 0) << 24) >> 24;
      const light = (isInk ? 70 : 215) + noise;
      pixels[at * 3] = light;
      pixels[at * 3 + 1] = light - 4;
      pixels[at * 3 + 2] = Math.max(0, light - 18);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 62 })
    .toBuffer();
}
