/** The encoding is looked for in this many bytes, as browsers do. */
export const prescanBytes = 1024;

/**
 * The encoding of an HTML file by its first bytes: byte order mark, then `<meta charset>`, else UTF-8. Papers saved by
 * old programs are not always UTF-8. Always a name that browsers know.
 */
export function encodingOfHtml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, prescanBytes));
  const named = /<meta[^>]+charset\s*=\s*["']?\s*([\w:-]+)/i.exec(beginning)?.[1];
  // A page that can be searched for its meta tag byte by byte cannot be UTF-16, whatever it says.
  return named && !/^utf-?16/i.test(named) && isKnown(named) ? named.toLowerCase() : 'utf-8';
}

/** The text of an HTML file in its encoding. */
export function decodeHtml(bytes: Uint8Array): string {
  return new TextDecoder(encodingOfHtml(bytes)).decode(bytes);
}

function isKnown(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}
