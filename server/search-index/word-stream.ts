/**
 * The words of a page in their order, as numbers of the table `words`, 7 bits to a byte. The lowest bit of a number says
 * that the word is at the place of the one before.
 */
export type StreamWord = { id: number; isAlso: boolean };

/** Numbers of words stay below this, so that they are small integers with their lowest bit; no library has as many. */
export const maxWords = 2 ** 29;

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
 * Calls `visit` for every word, or for those that `wanted` marks with 1, with its place: the number of words before it.
 * Returns how many places there are. The innermost loop of every search.
 */
export function visitWords(
  bytes: Uint8Array,
  visit: (id: number, place: number) => void,
  wanted: Uint8Array | null = null,
): number {
  let place = -1;
  let value = 0;
  let shift = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    value |= (byte & 127) << shift;
    if (byte > 127) {
      shift += 7;
      continue;
    }
    if ((value & 1) === 0) place += 1;
    const id = value >>> 1;
    if (wanted === null || wanted[id] === 1) visit(id, place);
    value = 0;
    shift = 0;
  }
  return place + 1;
}
