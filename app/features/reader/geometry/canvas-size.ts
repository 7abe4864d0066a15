/**
 * Maximum number of pixels of a canvas: iPhones allow 16 million, and half of that avoids swapping on a cheap phone.
 */
const maxCanvasPixels = { desktop: 16_777_216, phone: 8_388_608 } as const;

/** Returns the maximum number of pixels of a canvas on this device. */
export function maxPagePixels(): number {
  return matchMedia('(pointer: coarse)').matches ? maxCanvasPixels.phone : maxCanvasPixels.desktop;
}

/** The maximum side of a canvas in all browsers. */
const maxSide = 16_384;

/** The size of a page in CSS pixels, the resolution of the screen, and the most pixels of a canvas. */
type CanvasPage = { width: number; height: number; pixelRatio: number; maxPixels: number };

/**
 * Returns the maximum width in CSS pixels, at most `width`, at which a whole page is drawn with the resolution of the
 * screen. Wider pages need a sharper picture of the visible part.
 */
export function sharpWidth(page: CanvasPage): number {
  return Math.min(page.width, (page.width * maxRatio(page)) / page.pixelRatio);
}

/**
 * Returns the size in device pixels of the canvas for a page of `width` × `height` CSS pixels: with the resolution of the screen
 * (`pixelRatio`), less if that would take more than `maxPixels`, and at least one pixel.
 */
export function fitCanvas(page: CanvasPage): { width: number; height: number } {
  const { width, height, pixelRatio } = page;
  const ratio = Math.min(pixelRatio, maxRatio(page));
  return { width: Math.max(1, Math.floor(width * ratio)), height: Math.max(1, Math.floor(height * ratio)) };
}

/** Returns the most device pixels for each CSS pixel. */
function maxRatio({ width, height, maxPixels }: CanvasPage): number {
  return Math.min(
    Math.sqrt(maxPixels / Math.max(1, width * height)),
    maxSide / Math.max(1, width),
    maxSide / Math.max(1, height),
  );
}
