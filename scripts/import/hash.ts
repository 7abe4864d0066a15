import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a file in hexadecimal, in bounded memory. */
export async function hash(file: Blob): Promise<string> {
  const digest = createHash('sha256');
  for await (const piece of file.stream()) digest.update(piece);
  return digest.digest('hex');
}
