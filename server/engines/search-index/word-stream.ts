/**
 * The words of a page in their order, as numbers in the table `words`, 7 bits to a byte. The lowest bit is set if the
 * word is at the same position as the previous one. No library has so many words that the numbers exceed 32 bits.
 */
export type StreamWord = { id: number; isAlso: boolean };

export function packWords(words: readonly StreamWord[]): Uint8Array {
  const bytes = new Uint8Array(words.length * 5);
  let length = 0;
  for (const { id, isAlso } of words) {
    let value = id * 2 + (isAlso ? 1 : 0);
    while (value > 127) {
      bytes[length++] = (value & 127) | 128;
      value >>>= 7;
    }
    bytes[length++] = value;
  }
  return bytes.slice(0, length);
}

/**
 * Calls `visit` for every word, or for those that `wanted` marks with 1, with its position: the number of words before
 * it. Returns the number of positions. This is the innermost loop of every search.
 */
export function visitWords(
  bytes: Uint8Array,
  visit: (id: number, place: number, isAlso: boolean) => void,
  wanted: Uint8Array | null = null,
): number {
  const most = wanted?.length ?? 0;
  let place = -1;
  for (let at = 0; at < bytes.length;) {
    let byte = bytes[at++] ?? 0;
    let value = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++] ?? 0;
      value |= (byte & 127) << shift;
    }
    place += 1 - (value & 1);
    const id = value >>> 1;
    if (wanted === null || (id < most && wanted[id] === 1)) visit(id, place, (value & 1) === 1);
  }
  return place + 1;
}
