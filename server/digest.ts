/** Whether it is written as a SHA-256 is: 64 hexadecimal digits. No file identifier is so long. */
export function isDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}
