/** Grey pixels, one byte each, row by row. */
export type GreyPixels = { data: Uint8Array; width: number; height: number };

/** A page in which pixels of ink are 1 and all others 0. */
export type Ink = { isInk: Uint8Array; width: number; height: number };

/** Marks the pixels that are darker than their surroundings, independent of the light. */
export function markInk({ data, width, height }: GreyPixels): Ink {
  const reach = Math.max(8, Math.round(Math.max(width, height) / 50));
  const sums = integralOf(data, width, height);
  const isInk = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const top = Math.max(0, y - reach);
    const bottom = Math.min(height, y + reach + 1);
    for (let x = 0; x < width; x += 1) {
      const left = Math.max(0, x - reach);
      const right = Math.min(width, x + reach + 1);
      const at = (row: number, column: number) => sums[row * (width + 1) + column] ?? 0;
      const sum = at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left);
      const mean = sum / ((right - left) * (bottom - top));
      if ((data[y * width + x] ?? 255) < mean * 0.85 - 4) isInk[y * width + x] = 1;
    }
  }
  return { isInk, width, height };
}

/** Returns at (row, column) the sum of all pixels above and to the left. */
function integralOf(data: Uint8Array, width: number, height: number): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += data[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  return sums;
}
