/** Identifiers of materials, files and accounts. */

export const identifierForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,35}$/;

/** True for 1 to 36 characters of `A-Za-z0-9._-`, the first a letter or digit. */
export function isIdentifier(value: unknown): value is string {
  return typeof value === 'string' && identifierForm.test(value);
}

/** The random parts of the identifiers that this process has made in one millisecond. */
let made = { at: 0, parts: new Set<string>() };

/**
 * Makes an identifier of 20 lower-case hexadecimal characters: seconds, microseconds, random. The 28 random bits alone
 * would repeat within 200 identifiers of one millisecond in 1 of 13,500 cases, so none is made twice in it.
 */
export function makeIdentifier(): string {
  const now = Date.now();
  if (made.at !== now) made = { at: now, parts: new Set() };
  const seconds = Math.floor(now / 1000)
    .toString(16)
    .padStart(8, '0');
  const micros = ((now % 1000) * 1000).toString(16).padStart(5, '0');
  return seconds + micros + makeRandomPart();
}

function makeRandomPart(): string {
  for (;;) {
    const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
    const part = (number >>> 4).toString(16).padStart(7, '0');
    if (made.parts.has(part)) continue;
    made.parts.add(part);
    return part;
  }
}
