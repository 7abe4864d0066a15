import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

/**
 * Makes the icons of `public/` from `favicon.svg`. Run it again when the logo changes: `npm run icons:make`. The
 * results are committed.
 */

const target = (name: string) => new URL(`../public/${name}`, import.meta.url);
const mark = await readFile(target('favicon.svg'), 'utf8');

const drawMark = (size: number, svg = mark) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();

/** Returns an ICO file of PNG pictures: a header, an entry of 16 bytes for each, the pictures. */
function joinIcons(icons: readonly { size: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * icons.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(icons.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of icons.entries()) {
    const entry = 6 + 16 * index;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...icons.map(({ png }) => png)]);
}

const icons = await Promise.all([16, 32, 48].map(async (size) => ({ size, png: await drawMark(size) })));
await writeFile(target('favicon.ico'), joinIcons(icons));
// Phones round the corners themselves, and show transparent pixels black.
await writeFile(target('apple-touch-icon.png'), await drawMark(180, mark.replace(' rx="7"', '')));
for (const size of [192, 512]) await writeFile(target(`icon-${size}.png`), await drawMark(size));
// Systems cut it to their own shape; only the middle four fifths are sure to be visible.
const mask = mark
  .replace(' rx="7"', '')
  .replace(/(<rect[^>]*>)(.*)(<\/svg>)/s, '$1<g transform="translate(4.5 4.5) scale(0.72)">$2</g>$3');
await writeFile(target('icon-maskable.png'), await drawMark(512, mask));
