/** A stretch of words that both texts have: its position in each, and its length in words. */
export type Block = { a: number; b: number; length: number };

const fewestWords = 3;
/**
 * Maximum number of positions of a phrase: more frequent phrases are hardly significant, and the first positions are
 * enough.
 */
const maxPlaces = 16;
/** Distance in words by which recognition may shift text, and the bonus in words for being within it. */
const nearWords = 10;
const nearBonus = 12;

/**
 * Returns the common stretches of at least three words, in the order of the first text. Each word of the second text is
 * used once. Prefers positions near the end of the last stretch, then the longest stretch.
 */
export function findBlocks(first: readonly string[], second: readonly string[]): Block[] {
  const places = new Map<string, number[]>();
  for (let at = 0; at + fewestWords <= second.length; at += 1) {
    const key = keyAt(second, at);
    const known = places.get(key);
    if (!known) places.set(key, [at]);
    else if (known.length < maxPlaces) known.push(at);
  }
  const isUsed = new Uint8Array(second.length);
  const blocks: Block[] = [];
  for (let a = 0; a + fewestWords <= first.length;) {
    const last = blocks.at(-1);
    const expected = last ? last.b + (a - last.a) : a;
    let best: Block | null = null;
    let bestValue = 0;
    for (const b of places.get(keyAt(first, a)) ?? []) {
      const length = lengthOf(first, second, a, b, isUsed);
      if (length < fewestWords) continue;
      // Common phrases are everywhere; nearby text belongs together even if another position has more in common.
      const value = length + (Math.abs(b - expected) <= nearWords ? nearBonus : 0);
      if (value > bestValue) [best, bestValue] = [{ a, b, length }, value];
    }
    if (best === null) {
      a += 1;
      continue;
    }
    isUsed.fill(1, best.b, best.b + best.length);
    blocks.push(best);
    a += best.length;
  }
  return blocks;
}

function keyAt(words: readonly string[], at: number): string {
  return `${words[at]} ${words[at + 1]} ${words[at + 2]}`;
}

function lengthOf(first: readonly string[], second: readonly string[], a: number, b: number, isUsed: Uint8Array) {
  let length = 0;
  while (
    a + length < first.length &&
    b + length < second.length &&
    isUsed[b + length] === 0 &&
    first[a + length] === second[b + length]
  )
    length += 1;
  return length;
}
