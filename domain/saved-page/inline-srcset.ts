import type { PartReader, Piece } from './page-parts.ts';

/** Returns the candidates of a `srcset`: an address, and a width or density (html.spec.whatwg.org, "parse a srcset attribute"). */
export function readSrcset(value: string): { address: string; size: string }[] {
  const found: { address: string; size: string }[] = [];
  // An address with a comma at its end has no size; otherwise the size ends at the next comma.
  for (const [, written = '', size = ''] of value.matchAll(/(?<![^\s,])([^\s,]\S*)(?:(?<=,)|([^,]*))/g)) {
    const address = written.replace(/,+$/, '');
    found.push({ address, size: size.trim() });
  }
  return found;
}

/**
 * Returns a `srcset` with references in place of its addresses; null if none is of a part. Browsers prefer other
 * candidates than the ones that were saved, so these alone are left.
 */
export async function inlineSrcset(value: string, base: string, reader: PartReader): Promise<Piece[] | null> {
  const pieces: Piece[] = [];
  for (const { address, size } of readSrcset(value)) {
    const found = await reader.refer(address, base);
    if (!found) continue;
    const end = size === '' ? '' : ` ${size}`;
    const start = pieces.length > 0 ? ', ' : '';
    pieces.push({ ...found, around: [start, end], before: `${start}${address}${end}` });
  }
  return pieces.length > 0 ? pieces : null;
}
