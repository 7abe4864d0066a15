/** Pixels of three bytes each (red, green, blue), row by row. */
export type ColourPixels = { data: Uint8Array; width: number; height: number };

/** Returns the brightness of each pixel (Rec. 601, in whole numbers). */
export function toGrey({ data, width, height }: ColourPixels): Uint8Array {
  const grey = new Uint8Array(width * height);
  for (let index = 0, at = 0; index < grey.length; index += 1, at += 3) {
    grey[index] = ((data[at] ?? 0) * 77 + (data[at + 1] ?? 0) * 150 + (data[at + 2] ?? 0) * 29) >> 8;
  }
  return grey;
}
