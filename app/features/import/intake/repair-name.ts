import { decodeCodePage, encodeCodePage, encodeWindows1252 } from '#domain/text/code-pages.ts';
import { decodeUtf8, decodeLegacy, findLikelyEncoding, likelyEncodings } from '#domain/text/likely-encoding.ts';

/**
 * Characters that windows-1252 has for letters of code page 437, between two letters, where no text has them:
 * `L”sungen`, `fran‡ais`, `r‚sum‚`. The apostrophes ‘ and ’, … and dashes are not among them.
 */
const insideWord = /\p{L}[”„‚‡†ˆ‰™˜¤¥¢£\u0081\u008D-\u0090](?=\p{L})/u;

/** The accented letters that code page 437 has. */
const letters = /^[ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜáíóúñÑß]$/;

/**
 * Repairs a name that was decoded with the wrong encoding, if that is certain: UTF-8 read as windows-1252 or as code page 437
 * (`FranÃ§ais`), code page 437 read as windows-1252 (`L”sungen`), and characters that unzip wrote as numbers (`#U0928`).
 * Returns every other name unchanged.
 */
export function repairName(name: string): string {
  const numbered = name.replace(/(?:#U[\da-f]{4})+/gi, (all) =>
    String.fromCharCode(...Array.from(all.matchAll(/#U([\da-f]{4})/gi), ([, hex = '']) => Number.parseInt(hex, 16))),
  );
  const text = numbered.isWellFormed() ? numbered : name;
  if (/^[\0-\x7f]*$/.test(text)) return text;
  return fromUtf8(text) ?? fromCodePage(text) ?? text;
}

function fromUtf8(text: string): string | null {
  for (const bytes of [encodeWindows1252(text), encodeCodePage(text, 'cp437')]) {
    const repaired = bytes && decodeUtf8(bytes);
    if (repaired && /\p{L}/u.test(repaired.replace(/[\0-\x7f]/g, ''))) return repaired;
  }
  return null;
}

function fromCodePage(text: string): string | null {
  if (!insideWord.test(text)) return null;
  const bytes = encodeWindows1252(text);
  if (!bytes) return null;
  const repaired = decodeCodePage(bytes, 'cp437');
  return repaired.match(/[^\0-\x7f]/g)?.every((sign) => letters.test(sign)) ? repaired : null;
}

/** The name of an archive entry, as bytes and with the archive's hints about its encoding. */
type EntryName = {
  raw: Uint8Array;
  /** From the field for Unicode paths (APPNOTE.TXT, 0x7075), which takes precedence over the bytes; null without one. */
  unicode: string | null;
  /** True if packed by Unix, whose names have the encoding of the system and not that of a DOS console. */
  isUnix: boolean;
};

/**
 * Decodes the names of archive entries. Valid UTF-8 is read as UTF-8, regardless of the archive's flags. All other names are
 * in one encoding, which is detected from all of them.
 */
export function readEntryNames(names: readonly EntryName[]): string[] {
  const texts = names.map(({ raw, unicode }) => unicode ?? decodeUtf8(raw));
  const rest = names.filter((_, index) => texts[index] === null);
  const [first] = rest;
  if (!first) return texts.map((text) => text ?? '');
  const joined = Uint8Array.from(rest.flatMap(({ raw }) => [...raw, 0x0a]));
  const encoding = findLikelyEncoding(joined, first.isUnix ? likelyEncodings.disk : likelyEncodings.archive);
  return texts.map((text, index) => text ?? decodeLegacy(names[index]?.raw ?? new Uint8Array(), encoding));
}

/** Returns the path of an entry, with `/` as separator. Null if it is absolute or leaves its folder. */
export function entryPath(name: string): string | null {
  const path = name.replaceAll('\\', '/');
  if (path.includes('\0') || path.startsWith('/') || /^[a-z]:/i.test(path)) return null;
  const steps = path.split('/').filter((step) => step !== '' && step !== '.');
  return steps.includes('..') ? null : steps.map((step) => repairName(step).replaceAll('/', '_')).join('/');
}
