import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

/**
 * Makes the fonts of the library from published packages: the heading font, Source Serif 4, for pages, and the fonts of
 * link previews, which the server draws. Each is reduced to the characters it needs and written with its licence. Run
 * it again when a letter is missing: `npm exec -- node scripts/make-font.ts`. The results are committed.
 */

const maxBytes = 18_000;
const letters = characters([0x20, 0x7e]) + 'ÀÁÂÄÅÇÈÉÊËÍÏÑÓÔÖØÚÜàáâäåçèéêëíïñóôöøúüß\u00a0·–—‘’“”…•×©';

const serif = '@fontsource-variable/source-serif-4';
const devanagari = '@fontsource/noto-sans-devanagari';
const source = (name: string) => fileURLToPath(import.meta.resolve(name));
const styles = new URL('../app/styles/', import.meta.url);
const pictures = new URL('../server/share-pictures/fonts/', import.meta.url);

await write('source-serif-4.woff2', styles, `${serif}/files/source-serif-4-latin-wght-normal.woff2`, letters, {
  targetFormat: 'woff2',
  // All text in this face has this weight: a face with all weights has 11 KB more, on every first visit.
  variationAxes: { wght: 600 },
});
await writeFile(new URL('source-serif-4-licence.txt', styles), await readFile(source(`${serif}/LICENSE`)));

await mkdir(pictures, { recursive: true });
const latin = characters(
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x2010, 0x2026],
  [0x2030, 0x203a],
  [0x20a0, 0x20bf],
  [0x2190, 0x2212],
);
const latinExtended = characters([0x100, 0x24f], [0x1e00, 0x1eff]);
const greek = characters([0x370, 0x3ff]);
const cyrillic = characters([0x400, 0x4ff]);
// With the joiners that shape conjuncts, the dotted circle of incomplete syllables, and Vedic marks.
const indic = characters(
  [0x20, 0x7e],
  [0x900, 0x97f],
  [0x1cd0, 0x1cf9],
  [0xa8e0, 0xa8ff],
  [0x200c, 0x200d],
  [0x25cc, 0x25cc],
);
for (const weight of [400, 600]) {
  for (const [part, text] of Object.entries({
    latin,
    'latin-ext': latinExtended,
    greek,
    cyrillic,
    vietnamese: latinExtended,
  }))
    await write(
      `source-serif-4-${part}-${weight}.ttf`,
      pictures,
      `${serif}/files/source-serif-4-${part}-wght-normal.woff2`,
      text,
      { targetFormat: 'truetype', variationAxes: { wght: weight } },
    );
  await write(
    `noto-sans-devanagari-${weight}.ttf`,
    pictures,
    `${devanagari}/files/noto-sans-devanagari-devanagari-${weight}-normal.woff2`,
    indic,
    { targetFormat: 'truetype' },
  );
}
await writeFile(new URL('source-serif-4-licence.txt', pictures), await readFile(source(`${serif}/LICENSE`)));
await writeFile(new URL('noto-sans-devanagari-licence.txt', pictures), await readFile(source(`${devanagari}/LICENSE`)));

async function write(
  name: string,
  folder: URL,
  font: string,
  text: string,
  options: Parameters<typeof subsetFont>[2],
): Promise<void> {
  const subset = await subsetFont(await readFile(source(font)), text, options);
  if (folder === styles && subset.byteLength > maxBytes)
    throw new Error(`the font has ${subset.byteLength} bytes; at most ${maxBytes} are allowed`);
  await writeFile(new URL(name, folder), subset);
  process.stdout.write(`${name}: ${subset.byteLength} bytes\n`);
}

/** Returns all characters of these ranges, both ends included. */
function characters(...ranges: readonly (readonly [first: number, last: number])[]): string {
  return ranges
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
    )
    .join('');
}
