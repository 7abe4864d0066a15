/**
 * Returns how many letters must be changed, inserted, deleted or, with `countsSwaps`, swapped with their neighbour to turn
 * one text into the other; `most + 1` if there are more than `most`.
 */
export function editDistance(one: string, other: string, most = Infinity, countsSwaps = true): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    let least = at;
    for (let to = 1; to <= other.length; to += 1) {
      const change = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      let edits = Math.min(change, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1);
      if (countsSwaps && at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1])
        edits = Math.min(edits, (before[to - 2] ?? 0) + 1);
      next.push(edits);
      least = Math.min(least, edits);
    }
    if (least > most) return most + 1;
    before = row;
    row = next;
  }
  return Math.min(row[other.length] ?? 0, most + 1);
}
