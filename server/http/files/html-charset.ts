import { LRUCache } from 'lru-cache';
import { declaredEncoding, encodingBytes, encodingOfHtml } from '#domain/text/html-text.ts';
import type { SentFile } from './send-file.ts';

/** Number of bytes that are read, enough for a declaration in the head. */
const headBytes = 8 * 1024;

/** Number of recently sent pages, some hundred bytes each. */
const maxKnown = 5000;

/**
 * Finds the encoding of stored HTML files, for their `Content-Type`: clients that read a paper as text rely on it.
 * Caches it by the digest of the file.
 */
export function createHtmlCharsets(): (file: SentFile) => Promise<string> {
  const known = new LRUCache<string, string>({ max: maxKnown });
  return async (file) => {
    const found = known.get(file.etag);
    if (found !== undefined) return found;
    const head = await readBeginning(file, headBytes);
    const encoding =
      declaredEncoding(head) ??
      encodingOfHtml(file.sizeBytes > head.length ? await readBeginning(file, encodingBytes) : head);
    // Missing bytes may be restored.
    if (head.length > 0) known.set(file.etag, encoding);
    return encoding;
  };
}

/** Reads the first bytes of a file; returns none if they are missing. */
export async function readBeginning({ source, sizeBytes }: SentFile, length: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  // Copied, because a piece is valid only until `take` returns.
  await source({ start: 0, end: Math.min(length, sizeBytes) - 1 }, async (piece) => {
    pieces.push(piece.slice());
  });
  return Buffer.concat(pieces);
}
