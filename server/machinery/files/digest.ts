/** True if the text has the form of a SHA-256: 64 hexadecimal digits. No file identifier is that long. */
export function isDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}
