import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

const bytesAtOnce = 1024 * 1024;

/** Size in bytes and SHA-256, in hexadecimal, of some bytes. */
export type Digested = { sizeBytes: number; sha256: string };

/**
 * Digests files one after the other as if they were one. All bytes pass through one buffer, so memory does not grow
 * with the size; `take` receives each piece before the buffer is used again.
 */
export async function digestFiles(
  paths: readonly string[],
  take: (bytes: Buffer) => Promise<void> = async () => {},
): Promise<Digested> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafeSlow(bytesAtOnce);
  let sizeBytes = 0;
  for (const source of paths) {
    await using input = await open(source, 'r');
    for (;;) {
      const { bytesRead } = await input.read(buffer);
      if (bytesRead === 0) break;
      const bytes = buffer.subarray(0, bytesRead);
      hash.update(bytes);
      await take(bytes);
      sizeBytes += bytesRead;
    }
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}
