import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { openBrowser } from '#test/support/browser.ts';

/**
 * Makes the bitmap images of `public/`: the icons from `favicon.svg`, and the picture for shared links. Run once, and
 * again when the logo changes: `npm run icons:make`. The results are committed.
 */

const target = (name: string) => new URL(`../public/${name}`, import.meta.url);
const mark = await readFile(target('favicon.svg'), 'utf8');

const drawMark = (size: number, svg = mark) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();

/** An ICO file of PNG pictures: a header, an entry of 16 bytes for each, the pictures. */
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
// Systems cut it to a shape of their own; only the middle four fifths are sure to be seen.
const mask = mark
  .replace(' rx="7"', '')
  .replace(/(<rect[^>]*>)(.*)(<\/svg>)/s, '$1<g transform="translate(4.5 4.5) scale(0.72)">$2</g>$3');
await writeFile(target('icon-maskable.png'), await drawMark(512, mask));

const serif = await readFile(new URL('../app/styles/source-serif-4.woff2', import.meta.url), 'base64');
const sharePage = `<!doctype html><meta charset="utf-8"><style>
  @font-face { font-family: Heading; src: url(data:font/woff2;base64,${serif}); font-weight: 400 700 }
  body { margin: 0; width: 1200px; height: 630px; box-sizing: border-box; padding: 88px 96px; background: #fbfaf6;
         color: #1c2330; font-family: Heading; border-bottom: 20px solid #0f6b57; position: relative }
  header { display: flex; align-items: center; gap: 28px; font-size: 64px; font-weight: 600 }
  header svg { width: 104px; height: 104px }
  h1 { margin: 76px 0 0; font-size: 76px; line-height: 1.16; font-weight: 600; text-wrap: balance }
  p { margin: 30px 0 0; font-size: 34px; color: #586070 }
</style><header>${mark}Examshelf</header><h1>Question Papers Solutions Notes</h1>
<p>Past papers, notes, revision materials and books. Free to read.</p>`;

await using browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.setContent(sharePage);
await page.evaluate(() => document.fonts.ready.then(() => undefined));
const share = await sharp(await page.screenshot())
  .png({ palette: true, colours: 64, compressionLevel: 9, effort: 10 })
  .toBuffer();
await writeFile(target('share.png'), share);
process.stdout.write(`public/share.png: ${share.length} bytes\n`);
