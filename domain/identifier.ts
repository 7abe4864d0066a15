/** Identifiers of materials, files and accounts. */

export const identifierForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,35}$/;

/** True for 1 to 36 characters of `A-Za-z0-9._-`, the first a letter or digit. */
export function isIdentifier(value: unknown): value is string {
  return typeof value === 'string' && identifierForm.test(value);
}

/** Number of identifiers made so far. */
let count = 0;

/**
 * Makes an identifier of 20 lower-case hexadecimal characters: seconds, microseconds, 16 random bits, and a counter of
 * 12 bits. Random bits alone would repeat: 28 of them within 200 identifiers of one millisecond in 1 of 13,500 cases.
 */
export function makeIdentifier(): string {
  const now = Date.now();
  count += 1;
  const [random = 0] = crypto.getRandomValues(new Uint16Array(1));
  return [hex(Math.floor(now / 1000), 8), hex((now % 1000) * 1000, 5), hex(random, 4), hex(count % 4096, 3)].join('');
}

const hex = (number: number, length: number) => number.toString(16).padStart(length, '0');
