import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

/**
 * Reduces the heading font, Source Serif 4, to the characters that headings need and writes it beside the styles, with
 * its licence. Run once, and again when a letter is missing: `npm exec -- node scripts/make-font.ts`. The result is
 * committed.
 */

const maxBytes = 30_000;
const letters =
  Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)).join('') +
  'ÀÁÂÄÅÇÈÉÊËÍÏÑÓÔÖØÚÜàáâäåçèéêëíïñóôöøúüß\u00a0·–—‘’“”…•×©';

const source = (name: string) => fileURLToPath(import.meta.resolve(`@fontsource-variable/source-serif-4/${name}`));
const target = (name: string) => new URL(`../app/styles/${name}`, import.meta.url);

const whole = await readFile(source('files/source-serif-4-latin-wght-normal.woff2'));
const subset = await subsetFont(whole, letters, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700, default: 400 } },
});
if (subset.byteLength > maxBytes)
  throw new Error(`the font has ${subset.byteLength} bytes; at most ${maxBytes} are allowed`);

await writeFile(target('source-serif-4.woff2'), subset);
await writeFile(target('source-serif-4-licence.txt'), await readFile(source('LICENSE')));
process.stdout.write(`app/styles/source-serif-4.woff2: ${subset.byteLength} bytes\n`);
