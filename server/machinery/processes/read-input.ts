import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

const pieceBytes = 1024 * 1024;

/**
 * Returns the SHA-256 of a file in hexadecimal. Reads the file in pieces, so that memory does not grow with its size.
 */
export function digestOf(path: string): string {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafeSlow(pieceBytes);
  const handle = openSync(path, 'r');
  try {
    for (let count = readSync(handle, buffer); count > 0; count = readSync(handle, buffer))
      hash.update(buffer.subarray(0, count));
  } finally {
    closeSync(handle);
  }
  return hash.digest('hex');
}

/** Returns the first bytes of a file, at most `length` of them. */
export function readStart(path: string, length: number): Buffer {
  const handle = openSync(path, 'r');
  try {
    const head = Buffer.alloc(length);
    return head.subarray(0, readSync(handle, head));
  } finally {
    closeSync(handle);
  }
}
