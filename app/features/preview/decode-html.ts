/** How far into a page its encoding is looked for, as browsers do. */
const prescanBytes = 1024;

/**
 * The text of an HTML file in the encoding it names (byte order mark, then `<meta charset>`), else in UTF-8. Papers
 * saved by old programs are not always UTF-8, and as text nothing else would notice.
 */
export function decodeHtml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, prescanBytes));
  const named = /<meta[^>]+charset\s*=\s*["']?\s*([\w:-]+)/i.exec(beginning)?.[1];
  return decoderFor(named).decode(bytes);
}

function decoderFor(label: string | undefined): TextDecoder {
  // A page that can be searched for its meta tag byte by byte cannot be UTF-16, whatever it says.
  if (!label || /^utf-?16/i.test(label)) return new TextDecoder();
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
