import { createHash } from 'node:crypto';
import { composedPrefix } from '#contract/composition.ts';
import { originsKey } from '#contract/page-origins.ts';
import type { CompositionRequest } from './composing-service.ts';

/**
 * A composed PDF has the digest of its request in its file identifier (ISO 32000-1 14.4). So the file itself shows if it
 * is the result of a request that is sent again, without another record. Its document information lists the pages it was
 * made of (contract/page-origins.ts).
 */

/** Length of an identifier: 16 bytes in hexadecimal. */
const markLength = 32;

/** Longest end of a PDF, from the last trailer on, that PDFium or `endOfComposed` writes. */
export const tailBytes = 2048;

/** Returns the mark of a request. The id of the result is not part of it. */
export function markOf({ pages }: Pick<CompositionRequest, 'pages'>): string {
  const written = JSON.stringify(pages.map(({ fileId, page, turn, part }) => [fileId, page, turn, part]));
  const digest = createHash('sha256').update(written).digest('hex').toUpperCase();
  return (composedPrefix + digest).slice(0, markLength);
}

/** Returns the mark in the end of a PDF; null if it has none. */
export function readMark(tail: Buffer): string | null {
  return [...tail.toString('latin1').matchAll(/\/ID\[<([0-9A-F]{32})>/gu)].at(-1)?.[1] ?? null;
}

/**
 * Returns an incremental update (ISO 32000-1 7.5.6) to append to a PDF of `size` bytes that PDFium has written and that
 * ends with `tail`: it gives the PDF the mark and the list of origins. Throws if the tail has no trailer.
 */
export function endOfComposed(tail: Buffer, { size, mark, origins }: { size: number; mark: string; origins: string }) {
  const text = tail.toString('latin1');
  const trailer = text.slice(text.lastIndexOf('trailer'));
  const [, root] = /\/Root (\d+ \d+ R)/u.exec(trailer) ?? [];
  const [, next] = /\/Size (\d+)/u.exec(trailer) ?? [];
  const [, before] = /startxref\s+(\d+)/u.exec(trailer) ?? [];
  if (root === undefined || next === undefined || before === undefined) throw new Error('the document has no trailer');
  const info = `${next} 0 obj\n<</Creator(PDFium)/Producer(PDFium)/${originsKey}(${origins})>>\nendobj\n`;
  const entry = `${String(size).padStart(10, '0')} 00000 n\r\n`;
  const ends = [
    `xref\n${next} 1\n${entry}trailer\n`,
    `<</Root ${root}/Info ${next} 0 R/Size ${Number(next) + 1}/Prev ${before}/ID[<${mark}><${mark}>]>>\n`,
    `startxref\n${size + info.length}\n%%EOF\n`,
  ];
  return Buffer.from(info + ends.join(''), 'latin1');
}
