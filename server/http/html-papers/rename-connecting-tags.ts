import { isInlinedSheet, maxSheetChars } from '#domain/text/connecting-tags.ts';
import type { ByteSource } from '#server/library/files/byte-source.ts';

/**
 * Tags through which a browser may connect to other servers (domain/text/connecting-tags.ts), and void elements that show
 * nothing and have names of the same length: offsets and ranges stay the same. `<meta>` has no effect in a sandbox
 * without scripts.
 */
const replacements: Readonly<Record<string, string>> = { link: 'meta', iframe: 'keygen' };

/** `<iframe` and a space, in UTF-16. */
const longestTagBytes = 16;

/** Number of bytes that are read to decide if a tag connects, in UTF-16. */
const lookaheadBytes = maxSheetChars * 2;

/**
 * Returns the bytes of an HTML file with harmless tags in place of those that may connect. In every encoding that
 * browsers support except ISO-2022-JP, a tag has the bytes of ASCII or of UTF-16.
 */
export function renameConnectingTags(
  { source, sizeBytes }: { source: ByteSource; sizeBytes: number },
  encoding: string,
): ByteSource {
  const rename = renamerFor(encoding);
  return async ({ start, end }, take) => {
    // A tag may begin before the range and end after it.
    let at = Math.max(start - longestTagBytes, 0);
    let held: Buffer = Buffer.alloc(0);

    async function pass(bytes: Buffer): Promise<void> {
      const wanted = bytes.subarray(Math.max(start - at, 0), Math.max(end + 1 - at, 0));
      at += bytes.length;
      if (wanted.length > 0) await take(wanted);
    }

    const last = Math.min(end + lookaheadBytes, sizeBytes - 1);
    const isThere = await source({ start: at, end: last }, async (piece) => {
      const bytes = Buffer.concat([held, piece]);
      const ready = Math.max(bytes.length - lookaheadBytes, 0);
      rename(bytes, ready);
      held = bytes.subarray(ready);
      await pass(bytes.subarray(0, ready));
    });
    if (!isThere) return false;
    rename(held, held.length);
    await pass(held);
    return true;
  };
}

/** The bytes of an encoding before and after each byte of ASCII. */
const around: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'utf-16le': ['', '\0'],
  'utf-16be': ['\0', ''],
};

/** Returns a function that replaces, in place, the names of tags that begin before an offset. */
function renamerFor(encoding: string): (bytes: Buffer, end: number) => void {
  const decoder = new TextDecoder(encoding);
  const [before, after] = around[encoding] ?? ['', ''];
  const inEncoding = (signs: string) => signs.replaceAll(/\[.*?\]|[^]/g, (sign) => before + sign + after);
  const names = Object.keys(replacements).map(inEncoding).join('|');
  const tag = new RegExp(`(${inEncoding('<')})(${names})(?=${inEncoding('[\\t\\n\\f\\r />]')})`, 'gi');
  return (bytes, end) => {
    for (const { index, 1: begin = '', 2: name = '' } of bytes.toString('latin1').matchAll(tag)) {
      if (index >= end) return;
      if (isInlinedSheet(decoder.decode(bytes.subarray(index, index + lookaheadBytes)))) continue;
      const other = replacements[name.replaceAll('\0', '').toLowerCase()] ?? '';
      bytes.write(inEncoding(other), index + begin.length, 'latin1');
    }
  };
}
