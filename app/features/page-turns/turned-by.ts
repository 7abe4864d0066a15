import type { TurnedPagesAnswer } from '#contract/schemas/answer-types.ts';

type Turned = TurnedPagesAnswer['turned'];
type Degrees = Turned[number]['degrees'];

/**
 * Returns the page rotations of a file after the pages from `first` to `last` are rotated clockwise by `more` degrees
 * from their current rotation.
 */
export function turnedBy(turned: Turned, { first, last }: { first: number; last: number }, more: Degrees): Turned {
  const result: Turned = [];
  for (let page = first; page <= last; page += 1) {
    const now = turned.find((range) => page >= range.first && page <= range.last)?.degrees ?? 0;
    const degrees = ((now + more) % 360) as Degrees;
    const before = result.at(-1);
    if (before?.degrees === degrees) before.last = page;
    else result.push({ first: page, last: page, degrees });
  }
  return result;
}
