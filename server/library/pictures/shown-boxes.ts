import type { Pdfium } from './pdfium.ts';
import type { ShownBox } from './pictured-letters.ts';

/** Number of steps of a page to which positions are rounded. */
const steps = 10_000;
/** Maximum number of text boxes that are read from a page; more do not change the estimate of the explained letters. */
const maxTextBoxes = 5000;

/** A box in the units of the PDF, from the lower left. */
type Bounds = { left: number; bottom: number; right: number; top: number };

/**
 * Returns a function that maps boxes of a loaded page to the page as shown: within its crop box, and with its rotation.
 */
export function createShownBoxes(pdfium: Pdfium, page: number): (bounds: Bounds) => ShownBox {
  const locate = (x: number, y: number, into: number) => {
    pdfium.toDevice(page, 0, 0, steps, steps, 0, x, y, into, into + 4);
    const view = new DataView(pdfium.heap().buffer, into, 8);
    return { x: view.getInt32(0, true) / steps, y: view.getInt32(4, true) / steps };
  };
  return ({ left, bottom, right, top }) => {
    const into = pdfium.allocate(8);
    try {
      const [one, other] = [locate(left, bottom, into), locate(right, top, into)];
      return {
        left: Math.min(one.x, other.x),
        right: Math.max(one.x, other.x),
        top: Math.min(one.y, other.y),
        bottom: Math.max(one.y, other.y),
      };
    } finally {
      pdfium.free(into);
    }
  };
}

/** Returns the boxes of the text of a loaded page as shown, piece by piece. */
export function readTextBoxes(pdfium: Pdfium, page: number): ShownBox[] {
  const text = pdfium.loadText(page);
  if (!text) return [];
  const toShown = createShownBoxes(pdfium, page);
  const bounds = pdfium.allocate(4 * 8);
  try {
    const count = Math.min(Math.max(0, pdfium.countTextBoxes(text, 0, -1)), maxTextBoxes);
    const boxes: ShownBox[] = [];
    for (let index = 0; index < count; index += 1) {
      if (!pdfium.textBox(text, index, bounds, bounds + 8, bounds + 16, bounds + 24)) continue;
      const view = new DataView(pdfium.heap().buffer, bounds, 32);
      const [left = 0, top = 0, right = 0, bottom = 0] = [0, 8, 16, 24].map((at) => view.getFloat64(at, true));
      boxes.push(toShown({ left, top, right, bottom }));
    }
    return boxes;
  } finally {
    pdfium.free(bounds);
    pdfium.closeText(text);
  }
}
