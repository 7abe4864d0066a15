/**
 * MinHash of a text: for each hash function, the lowest hash of all pairs of neighbouring words. The fraction of
 * functions in which two texts agree estimates how many pairs they have in common (Broder, 1997).
 */
export type Signature = Uint32Array;

/**
 * Number of bands, of two functions each: texts that share a third of their pairs have at least one band in common with
 * a probability of 0.999.
 */
const bandCount = 64;
const rowsOfBand = 2;
const functions = bandCount * rowsOfBand;
/** Minimum number of words of a text that is compared; a title page has fewer. */
const fewestWords = 20;

/**
 * Returns the signature of a text, or null if the text is too short. The order of the pages affects only a few pairs.
 */
export function signatureOf(words: readonly string[]): Signature | null {
  if (words.length < fewestWords) return null;
  const least = new Uint32Array(functions).fill(0xffff_ffff);
  let last = hashWord(words[0] ?? '');
  for (let index = 1; index < words.length; index += 1) {
    const next = hashWord(words[index] ?? '');
    const pair = mix(Math.imul(last, 0x9e37_79b1) ^ next);
    for (let each = 0; each < functions; each += 1) {
      const hash = mix(pair ^ Math.imul(each + 1, 0x85eb_ca6b));
      if (hash < (least[each] ?? 0)) least[each] = hash;
    }
    last = next;
  }
  return least;
}

/** Returns a number for each band. Two texts are candidates if they have the same number in at least one band. */
export function bandsOf(signature: Signature): Uint32Array {
  return Uint32Array.from({ length: bandCount }, (_, band) => {
    let hash = band + 1;
    for (let row = 0; row < rowsOfBand; row += 1)
      hash = mix(Math.imul(hash, 0x01_00_01_93) ^ (signature[band * rowsOfBand + row] ?? 0));
    return hash;
  });
}

/** Hashes UTF-16 code units with FNV-1a. */
function hashWord(word: string): number {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < word.length; index += 1) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01_00_01_93);
  return hash >>> 0;
}

/** Applies the last steps of MurmurHash3; returns an unsigned number. */
function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85eb_ca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2_ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
