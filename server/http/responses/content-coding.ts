/** The codings of compressed responses, best first. */
export type ContentCoding = 'br' | 'gzip';

const forms: readonly [ContentCoding, RegExp][] = [
  ['br', /(?:^|,)\s*br\s*(?:;\s*q\s*=\s*([\d.]+)\s*)?(?:,|$)/i],
  ['gzip', /(?:^|,)\s*(?:x-)?gzip\s*(?:;\s*q\s*=\s*([\d.]+)\s*)?(?:,|$)/i],
];

/** Returns the coding for an `Accept-Encoding`; null if it names none that we support, or refuses these (`q=0`). */
export function chooseCoding(accepted: string | undefined): ContentCoding | null {
  if (!accepted) return null;
  for (const [coding, form] of forms) {
    const found = form.exec(accepted);
    if (found && (found[1] === undefined || Number(found[1]) > 0)) return coding;
  }
  return null;
}

/**
 * Returns a strong tag in quotes for bytes with that digest. The tag depends on the coding: each coding is another
 * representation (RFC 9110 section 8.8.3).
 */
export function tagOf(digest: string, coding: ContentCoding | null): string {
  return coding ? `"${digest}-${coding}"` : `"${digest}"`;
}
