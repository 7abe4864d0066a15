/**
 * The maximum number of pixels of a canvas: iPhones allow 16 million, and half of it avoids swapping on a cheap phone.
 */
export const maxCanvasPixels = { desktop: 16_777_216, phone: 8_388_608 } as const;

/** The maximum side of a canvas in all browsers. */
const maxSide = 16_384;

/**
 * The size in device pixels of the canvas for a page of `width` × `height` CSS pixels: with the resolution of the
 * screen (`pixelRatio`), less if that would take more than `maxPixels`, and at least one pixel.
 */
export function fitCanvas(page: { width: number; height: number; pixelRatio: number; maxPixels: number }): {
  width: number;
  height: number;
} {
  const { width, height, pixelRatio, maxPixels } = page;
  const ratio = Math.min(
    pixelRatio,
    Math.sqrt(maxPixels / Math.max(1, width * height)),
    maxSide / Math.max(1, width),
    maxSide / Math.max(1, height),
  );
  return { width: Math.max(1, Math.floor(width * ratio)), height: Math.max(1, Math.floor(height * ratio)) };
}
