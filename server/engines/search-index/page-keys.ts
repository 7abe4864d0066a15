/**
 * Factor in the key of a page, which is the sequence of its material times this, plus the page number; page 0 is the
 * material itself.
 */
export const pagesPerMaterial = 65_536;

/** Keys of pages, ascending. */
export type Keys = readonly number[];

export const keyOf = (sequence: number, page: number) => sequence * pagesPerMaterial + page;
export const sequenceOf = (key: number) => Math.floor(key / pagesPerMaterial);
export const pageOf = (key: number) => key % pagesPerMaterial;
export const isMaterial = (key: number) => pageOf(key) === 0;

/** Returns each sequence once. */
export function sequencesOf(keys: Keys): number[] {
  const sequences: number[] = [];
  let last = -1;
  for (const key of keys) {
    const sequence = sequenceOf(key);
    if (sequence !== last) sequences.push(sequence);
    last = sequence;
  }
  return sequences;
}
