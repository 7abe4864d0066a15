import { createHash } from 'node:crypto';
import type { Bytes } from './codec.ts';

/** Thrown if the bytes are not the expected ones. */
export class WrongBytes extends Error {}

/**
 * Passes the bytes on, and throws at the end if they are not the expected ones, so that their reader never completes.
 */
export async function* verified(
  bytes: Bytes,
  expected: { sha256: string; sizeBytes: number },
  see: (bytes: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const piece of bytes) {
    sizeBytes += piece.length;
    if (sizeBytes > expected.sizeBytes) throw new WrongBytes('more bytes than expected');
    hash.update(piece);
    see(piece.length);
    yield piece;
  }
  if (sizeBytes !== expected.sizeBytes || hash.digest('hex') !== expected.sha256) throw new WrongBytes('other bytes');
}
