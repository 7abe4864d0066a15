/** Identifiers of materials, files and accounts. */

export const identifierForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,35}$/;

/** True for 1 to 36 characters of `A-Za-z0-9._-`, the first a letter or digit. */
export function isIdentifier(value: unknown): value is string {
  return typeof value === 'string' && identifierForm.test(value);
}

/** Makes an identifier of 20 lower-case hexadecimal characters: seconds, microseconds, random. */
export function makeIdentifier(): string {
  const now = Date.now();
  const seconds = Math.floor(now / 1000)
    .toString(16)
    .padStart(8, '0');
  const micros = ((now % 1000) * 1000).toString(16).padStart(5, '0');
  const random = Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return (seconds + micros + random).slice(0, 20);
}
