/** A rectangle on a page as shown, in fractions of the page's width and height from its top left corner. */
export type PageBox = { left: number; top: number; right: number; bottom: number };

/** The box of a whole page. */
export const wholePage: PageBox = { left: 0, top: 0, right: 1, bottom: 1 };

/** Returns the fraction of the page that a box covers, 0 to 1. */
export function areaOf(box: PageBox): number {
  return Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top);
}

/** Boxes closer than this, in fractions of the page, belong to one picture that was divided. */
const joint = 0.004;

/**
 * Joins boxes that touch or overlap, because files often store one photograph in strips, which must be analysed
 * together. Returns the boxes around each group.
 */
export function joinBoxes(boxes: readonly PageBox[]): PageBox[] {
  const joined = new Set<PageBox>();
  for (const box of boxes) {
    let hull = box;
    // The larger box may touch others than the smaller ones did.
    for (let other = findTouching(joined, hull); other; other = findTouching(joined, hull)) {
      joined.delete(other);
      hull = hullOf(hull, other);
    }
    joined.add(hull);
  }
  return [...joined];
}

function findTouching(boxes: ReadonlySet<PageBox>, box: PageBox): PageBox | undefined {
  for (const other of boxes) if (touches(box, other)) return other;
  return undefined;
}

function touches(one: PageBox, other: PageBox): boolean {
  return (
    one.left - joint <= other.right &&
    other.left - joint <= one.right &&
    one.top - joint <= other.bottom &&
    other.top - joint <= one.bottom
  );
}

/** Returns the box around two boxes. */
export function hullOf(one: PageBox, other: PageBox): PageBox {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}
