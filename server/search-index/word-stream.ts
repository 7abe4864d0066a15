/**
 * The words of a page in their order, as numbers of the table `words`, 7 bits to a byte. The lowest bit of a number says
 * that the word is at the place of the one before.
 */
export type StreamWord = { id: number; isAlso: boolean };

export function packWords(words: readonly StreamWord[]): Uint8Array {
  const bytes = new Uint8Array(words.length * 5);
  let length = 0;
  for (const { id, isAlso } of words) {
    let value = id * 2 + (isAlso ? 1 : 0);
    while (value > 127) {
      bytes[length++] = (value % 128) | 128;
      value = Math.floor(value / 128);
    }
    bytes[length++] = value;
  }
  return bytes.slice(0, length);
}

/** Calls `visit` for every word, with its place: the number of words before it. Returns how many places there are. */
export function visitWords(bytes: Uint8Array, visit: (id: number, place: number) => void): number {
  let place = -1;
  let value = 0;
  let factor = 1;
  for (const byte of bytes) {
    value += (byte & 127) * factor;
    if (byte > 127) {
      factor *= 128;
      continue;
    }
    if ((value & 1) === 0) place += 1;
    visit(Math.floor(value / 2), place);
    value = 0;
    factor = 1;
  }
  return place + 1;
}
