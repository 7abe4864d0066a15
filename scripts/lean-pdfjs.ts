import type { Plugin } from 'vite';

/**
 * Plugin that removes from pdf.js the code that our reader never calls: forms of XFA (`enableXfa` is off), editors,
 * annotation layers, and writing PDFs, which was 40 % of the bytes when a reader is first opened. The files of pdf.js
 * consist of its modules one after the other, each below a line with its name. The build fails if a module named here
 * is missing, as after an update.
 */
export const leanPdfjs: Plugin = {
  name: 'lean-pdfjs',
  apply: 'build',
  transform(code, id) {
    const file = id.split('?')[0] ?? '';
    if (/\/pdfjs-dist\/(?:legacy\/)?build\/pdf\.mjs$/.test(file)) return { code: leanApi(code), map: null };
    if (!/\/pdfjs-dist\/(?:legacy\/)?build\/pdf\.worker\.mjs$/.test(file)) return undefined;
    const { code: lean, dictionary } = leanWorker(code);
    const asset = this.emitFile({ type: 'asset', name: 'pdf-brotli-dictionary.txt', source: dictionary });
    return { code: lean.replace(dictionaryAddress, `import.meta.ROLLUP_FILE_URL_${asset}`), map: null };
  },
};

/** Replacement of a removed module: nothing, or code that defines the names that other modules use. */
type LeftOut = readonly (readonly [module: RegExp, instead: string])[];

const leftOutOfApi: LeftOut = [
  [/^\.\/src\/display\/editor\/editor\.js$/, 'class AnnotationEditor {}'],
  [/^\.\/src\/display\/editor\//, ''],
  [/^\.\/src\/display\/annotation_layer\.js$/, ''],
  [/^\.\/src\/display\/draw_layer\.js$/, ''],
  [/^\.\/src\/display\/touch_manager\.js$/, ''],
];

const leftOutOfWorker: LeftOut = [
  [/^\.\/src\/core\/xfa\/factory\.js$/, 'class XFAFactory { static getRichTextAsHtml() { return null; } }'],
  [/^\.\/src\/core\/xfa\//, ''],
  [
    /^\.\/src\/core\/xfa_fonts\.js$/,
    'function getXfaFontName() { return null; } function getXfaFontDict() { return null; }',
  ],
  [/^\.\/src\/core\/editor\/pdf_editor\.js$/, 'class PDFEditor {}'],
];

/** The names of pdf.js's API that `current-pdfjs.ts` and `legacy-pdfjs.ts` use. */
const used = ['getDocument', 'PasswordResponses', 'PDFDataRangeTransport', 'PDFWorker', 'TextLayer', 'VerbosityLevel'];

/** Returns pdf.js without editors and annotation layers, and with the exports that we use. */
export function leanApi(code: string): string {
  const ours = leaveOut(code, leftOutOfApi).replace(/globalThis\._pdfjsTestingUtils = \{[^}]*\};/, '');
  const lean = replaceOnce(ours, /^globalThis\.pdfjsLib = \{[^}]*\};$/m, '');
  return replaceOnce(lean, /^export \{[^}]*\};$/m, `export { ${used.join(', ')} };`);
}

const dictionaryAddress = '__brotli_dictionary__';

/**
 * Returns pdf.js's worker without XFA and without writing. Its Brotli decoder is for a still rare kind of PDF in
 * browsers without their own decoder. Half of it is a dictionary, which becomes a separate file that is fetched on
 * demand.
 */
export function leanWorker(code: string): { code: string; dictionary: string } {
  let dictionary = '';
  const text = '"(?:[^"\\\\]|\\\\.)*"';
  const lean = replaceOnce(
    leaveOut(code, leftOutOfWorker),
    new RegExp(`unpackDictionaryData\\(dictionaryData, (${text}), (${text}), (${text})`),
    (_whole, ...strings) => {
      dictionary = `[${strings.slice(0, 3).map(toJson).join(',')}]`;
      return 'unpackDictionaryData(dictionaryData, ...readBrotliDictionary()';
    },
  );
  // The decoder needs it in the middle of its work, so it has to wait.
  const decoder = `
    function readBrotliDictionary() {
      const request = new XMLHttpRequest();
      request.open('GET', ${dictionaryAddress}, false);
      request.send();
      if (request.status !== 200) throw new Error('the dictionary of Brotli could not be loaded');
      return JSON.parse(request.responseText);
    }
    let brotliDecode;
    const BrotliDecode = (bytes) => (brotliDecode ??= makeBrotliDecode())(bytes);`;
  const decoding = replaceOnce(lean, /^(?:let|var|const) BrotliDecode = makeBrotliDecode\(\);$/m, () => decoder);
  return { code: nameFonts(decoding), dictionary };
}

/**
 * Adds to the styles of a text the name of each font in the PDF, by which the reader recognises legacy fonts (text-content.ts).
 * pdf.js gives names only of fonts that were drawn.
 */
function nameFonts(code: string): string {
  return replaceOnce(
    code,
    /^(\s+)fontFamily: font\.fallbackName,\n(?=\s+ascent: font\.ascent,)/m,
    (whole, indent) => `${whole}${indent}pdfName: font.name,\n`,
  );
}

/** Returns a string of JavaScript as JSON, which has fewer ways to write a character. */
function toJson(literal: string): string {
  return literal.replaceAll(/\\(?:x([0-9A-Fa-f]{2})|(.))/g, (whole, code: string | undefined, letter: string) => {
    if (code) return String.raw`\u00${code}`;
    if (letter === "'") return letter;
    return letter === 'v' ? String.raw`\u000B` : letter === '0' ? String.raw`\u0000` : whole;
  });
}

function leaveOut(code: string, leftOut: LeftOut): string {
  const parts = code.split(/^(?=;\/\/ \.\/)/m);
  const met = new Set<RegExp>();
  const kept = parts.map((part) => {
    const name = /^;\/\/ (\S+)/.exec(part)?.[1] ?? '';
    const found = leftOut.find(([module]) => module.test(name));
    if (!found) return part;
    met.add(found[0]);
    return `${found[1]}\n`;
  });
  const missing = leftOut.find(([module]) => !met.has(module));
  if (missing) throw new Error(`pdf.js has no module ${missing[0].source}: check its new name`);
  return kept.join('');
}

function replaceOnce(
  code: string,
  part: RegExp,
  by: string | ((whole: string, ...groups: string[]) => string),
): string {
  if (!part.test(code)) throw new Error(`pdf.js does not contain ${part.source}: check its new text`);
  return typeof by === 'string' ? code.replace(part, () => by) : code.replace(part, by);
}
