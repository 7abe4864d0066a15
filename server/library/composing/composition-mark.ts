import { createHash } from 'node:crypto';
import type { CompositionRequest } from './composing-service.ts';

/**
 * A composed PDF has the digest of its request as its file identifier (ISO 32000-1 14.4). So the file itself shows if
 * it is the result of a request that is sent again, without another record.
 */

/** Length of an identifier as PDFium writes it: 16 bytes in hexadecimal. */
export const markLength = 32;

/** Returns the mark of a request. The id of the result is not part of it. */
export function markOf({ pages }: Pick<CompositionRequest, 'pages'>): string {
  const written = JSON.stringify(pages.map(({ fileId, page, turn, part }) => [fileId, page, turn, part]));
  return createHash('sha256').update(written).digest('hex').slice(0, markLength).toUpperCase();
}

/** Returns where both parts of the identifier begin in the end of a PDF; null if it has none. */
export function placeOfMark(tail: Buffer): [number, number] | null {
  const found = /\/ID\[<([0-9A-F]{32})><[0-9A-F]{32}>\]/u.exec(tail.toString('latin1'));
  if (!found) return null;
  const first = found.index + '/ID[<'.length;
  return [first, first + markLength + '><'.length];
}

/** Returns the mark in the end of a PDF; null if it has none. */
export function readMark(tail: Buffer): string | null {
  const places = placeOfMark(tail);
  return places && tail.toString('latin1', places[0], places[0] + markLength);
}
