/** A rectangle on a page as it is looked at, in fractions of its width and height from the top left corner. */
export type PageBox = { left: number; top: number; right: number; bottom: number };

/** The part of the page a box covers, 0 to 1. */
export function areaOf(box: PageBox): number {
  return Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top);
}

/** Boxes nearer to each other than this, in fractions of the page, belong to one picture cut into pieces. */
const joint = 0.004;

/**
 * Puts together what lies against or over each other: files often hold one photograph in strips, which must be judged
 * as one. The answer's boxes are the hulls.
 */
export function joinBoxes(boxes: readonly PageBox[]): PageBox[] {
  const joined: PageBox[] = [];
  for (const box of boxes) {
    let hull = box;
    for (let index = joined.length - 1; index >= 0; index -= 1) {
      const other = joined[index]!;
      if (!touches(hull, other)) continue;
      hull = hullOf(hull, other);
      joined.splice(index, 1);
      // The greater hull may touch what the smaller one did not.
      index = joined.length;
    }
    joined.push(hull);
  }
  return joined;
}

function touches(one: PageBox, other: PageBox): boolean {
  return (
    one.left - joint <= other.right &&
    other.left - joint <= one.right &&
    one.top - joint <= other.bottom &&
    other.top - joint <= one.bottom
  );
}

function hullOf(one: PageBox, other: PageBox): PageBox {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}
