import sniffEncoding from 'html-encoding-sniffer';
import { findLikelyEncoding, likelyEncodings } from './likely-encoding.ts';

/**
 * Number of bytes in which a declaration of the encoding is searched. Browsers accept it anywhere in the head; Word
 * writes a thousand bytes of namespaces before it.
 */
const declaredWithinBytes = 8 * 1024;

/**
 * Number of bytes of a page that determine its encoding. A page without a declaration may begin with a long ASCII
 * script.
 */
export const encodingBytes = 1024 * 1024;

/** Number of bytes of a page from which text is extracted: parsed, a page takes about ten times its size. */
export const maxHtmlBytes = 16 * 1024 * 1024;

/**
 * Returns the encoding of an HTML file by its first bytes, with the rules of browsers: byte order mark, `<meta>`, XML
 * declaration. A page without these is UTF-8 if its bytes are valid UTF-8, else windows-1252, unless its letters
 * clearly belong to another encoding. The result is always a name that browsers know, in lower case.
 */
export function encodingOfHtml(bytes: Uint8Array): string {
  const declared = declaredEncoding(bytes);
  if (declared !== null) return declared;
  const judged = bytes.subarray(0, encodingBytes);
  return (
    findUtf16(judged) ?? (isUtf8(judged) ? 'utf-8' : findLikelyEncoding(withoutTags(judged), likelyEncodings.page))
  );
}

/** Returns the encoding that an HTML file declares within its first bytes; null if it declares none. */
export function declaredEncoding(bytes: Uint8Array): string | null {
  const name = sniffEncoding(bytes.subarray(0, declaredWithinBytes), {
    defaultEncoding: null,
    maxPrescanBytes: declaredWithinBytes,
  });
  // Unsafe encodings are called `replacement`, and are never decoded.
  return name === null || name === 'replacement' ? null : name.toLowerCase();
}

/** Decodes an HTML file with its encoding. */
export function decodeHtml(bytes: Uint8Array): string {
  return new TextDecoder(encodingOfHtml(bytes)).decode(bytes);
}

/** Detects UTF-16 without a byte order mark: in a page that begins with ASCII characters, every other byte is zero. */
function findUtf16(bytes: Uint8Array): string | null {
  const length = Math.min(bytes.length, 64) & ~1;
  if (length < 8) return null;
  let even = 0;
  let odd = 0;
  for (let index = 0; index < length; index += 2) {
    even += bytes[index] === 0 ? 1 : 0;
    odd += bytes[index + 1] === 0 ? 1 : 0;
  }
  const most = 0.35 * length;
  if (odd > most && even === 0) return 'utf-16le';
  return even > most && odd === 0 ? 'utf-16be' : null;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const text = decoder.decode(bytes, { stream: true });
    // The bytes may end within a character. A single accent at the end of an ASCII text is not UTF-8.
    if (/[^\0-\x7f]/.test(text)) return true;
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** Returns the bytes that may be text. In the encodings in question, no byte of another character equals `<` or `>`. */
function withoutTags(bytes: Uint8Array): Uint8Array {
  const text = decodeLatin1(bytes)
    .replace(/<(script|style)\b[\s\S]*?<\/\1/gi, '<')
    .replace(/<!--[\s\S]*?-->|<[^>]*>/g, '\n')
    // Only lines with non-ASCII bytes.
    .replace(/^[\0-\x7f]*$/gm, '');
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

/** Decodes each byte to one character; TextDecoder reads `latin1` as windows-1252. */
function decodeLatin1(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 8192)
    text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  return text;
}
