import { constants, crc32, deflateRawSync } from 'node:zlib';
import { makeZip } from './make-zip.ts';
import { makeDocx, makeDocxEntries, makeOds, makeOdt, makeXlsx } from './office-documents.ts';

/** Office documents that are made to crash, stall or use up the machine that opens them. */

/** Returns entities of which each names the one before ten times, so that the last, `&a10;`, has 10^11 characters. */
function nestedEntities(root: string): string {
  const entities = Array.from({ length: 10 }, (_, index) => `<!ENTITY a${index + 1} "${`&a${index};`.repeat(10)}">`);
  return `<!DOCTYPE ${root} [<!ENTITY a0 "ha ha ha ha">${entities.join('')}]>`;
}

/** Returns a Word document, and an OpenDocument text, with billions of characters in nested entities. */
export const makeXmlBombs = () => ({
  docx: makeDocx(['&a10;'], { doctype: nestedEntities('w:document') }),
  odt: makeOdt(['&a10;'], { doctype: nestedEntities('office:document-content') }),
});

/** Returns a Word document whose main part unpacks to one word of this many blocks. */
export function makeZipBomb(count: number, blockBytes = 1_000_000): Buffer<ArrayBuffer> {
  const mark = 'MARK';
  const entries = makeDocxEntries([mark], {});
  const main = Buffer.from(entries.at(-1)?.bytes ?? '');
  const [before = '', after = ''] = main.toString().split(mark);
  const letters = Buffer.alloc(blockBytes, 'a');
  // Deflated once and repeated.
  const flush = (bytes: string | Uint8Array) => deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH });
  const blocks = Array.from({ length: count }, () => letters);
  const block = flush(letters);
  const checksum = [...blocks, after].reduce<number>((sum, each) => crc32(each, sum), crc32(before));
  const bytes = Buffer.concat([flush(before), ...blocks.map(() => block), deflateRawSync(after)]);
  const saidBytes = main.length - mark.length + count * blockBytes;
  return makeZip([
    ...entries.slice(0, -1),
    { name: 'word/document.xml', bytes: Buffer.alloc(0), saidBytes, deflated: { bytes, checksum } },
  ]);
}

/** Returns a Word document with this many pages. */
export function makeLongDocx(pages: number): Buffer<ArrayBuffer> {
  return makeDocx(Array.from({ length: pages }, () => 'x</w:t><w:br w:type="page"/><w:t>'));
}

/** Each takes a second, and has no stored value, so that it must be calculated. */
const slowFormula = 'SUMPRODUCT(SIN(ROW($X$1:$X$1048576)*COLUMN(A1:Z1)))';

/** Returns spreadsheets with a thousand formulas that take a second each. */
export const makeSlowSheets = () => ({
  xlsx: makeXlsx(Array.from({ length: 50 }, () => Array.from({ length: 20 }, () => `=${slowFormula}`))),
  ods: makeOds(Array.from({ length: 1000 }, () => 'of:=SUMPRODUCT(SIN(ROW([.$X$1:.$X$1048576])*COLUMN([.A1:.Z1])))')),
});

/** Returns an OpenDocument text set in these embedded fonts. */
export function makeOdtWithFonts(fonts: readonly Uint8Array[]): Buffer<ArrayBuffer> {
  const faces = fonts.map(
    (_, index) =>
      `<style:font-face style:name="Own ${index}" svg:font-family="Own ${index}"><svg:font-face-src><svg:font-face-uri xlink:href="Fonts/${index}.ttf" xlink:type="simple"><svg:font-face-format svg:string="truetype"/></svg:font-face-uri></svg:font-face-src></style:font-face>`,
  );
  const style =
    '<style:style style:name="T" style:family="text"><style:text-properties style:font-name="Own 0"/></style:style>';
  return makeOdt(['<text:span text:style-name="T">Before</text:span>'], {
    before: `<office:font-face-decls>${faces.join('')}</office:font-face-decls><office:automatic-styles>${style}</office:automatic-styles>`,
    files: Object.fromEntries(fonts.map((font, index) => [`Fonts/${index}.ttf`, font])),
  });
}

/** Returns an OpenDocument text that runs this program in Basic when it is opened. */
export function makeMacroOdt(program: string): Buffer<ArrayBuffer> {
  const library = 'xmlns:library="http://openoffice.org/2000/library" library:name="Standard"';
  const script = 'vnd.sun.star.script:Standard.Module1.Main?language=Basic&amp;location=document';
  const basic = `Sub Main\n${program}\nEnd Sub`.replaceAll('"', '&quot;');
  return makeOdt(['Before'], {
    before: `<office:scripts><office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="${script}" xlink:type="simple"/></office:event-listeners></office:scripts>`,
    files: {
      'Basic/script-lc.xml': `<library:libraries xmlns:xlink="http://www.w3.org/1999/xlink" ${library.split(' ')[0]}><library:library library:name="Standard" library:link="false"/></library:libraries>`,
      'Basic/Standard/script-lb.xml': `<library:library ${library} library:readonly="false" library:passwordprotected="false"><library:element library:name="Module1"/></library:library>`,
      'Basic/Standard/Module1.xml': `<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">${basic}</script:module>`,
    },
  });
}
