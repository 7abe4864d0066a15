/** Width of the picture in which text is searched, in pixels: two columns of a printed page are ten pixels apart. */
export const inkWidth = 400;

/** Maximum number of pixels of that picture; a long page is searched in a coarser one. */
export const maxInkPixels = 600_000;

/** The dark pixels of a small picture of a page, row by row: 1 for ink, 0 for paper. */
export type PageInk = { width: number; height: number; dark: Uint8Array };

/** Pixels of a picture as in `ImageData`: red, green, blue and opacity of each. */
type Pixels = { width: number; height: number; data: ArrayLike<number> };

/** Minimum difference to the paper's lightness, of 255. Watermarks and the grain of scans differ less. */
const inkContrast = 72;

/** Finds the ink of a page. The paper has the most frequent lightness, which on a dark slide is a dark one. */
export function findInk({ width, height, data }: Pixels): PageInk {
  const lightness = new Uint8Array(width * height);
  const frequency = new Uint32Array(16);
  for (let pixel = 0; pixel < lightness.length; pixel += 1) {
    const at = pixel * 4;
    // The weights of ITU-R BT.601, as integers.
    const light = ((data[at] ?? 0) * 77 + (data[at + 1] ?? 0) * 150 + (data[at + 2] ?? 0) * 29) >> 8;
    lightness[pixel] = light;
    frequency[light >> 4] = (frequency[light >> 4] ?? 0) + 1;
  }
  const paper = frequency.indexOf(Math.max(...frequency)) * 16 + 8;
  return { width, height, dark: lightness.map((light) => (Math.abs(light - paper) > inkContrast ? 1 : 0)) };
}

/** Minimum width divided by height of two upright pages side by side, also if their margins were cut. */
const minTwoUpShape = 1.2;

/** True if a page is wide enough to show two pages side by side. */
export function isWideForTwo({ width, height }: { width: number; height: number }): boolean {
  return width >= height * minTwoUpShape;
}

/** Returns the ink of a page from a picture of it, which is loaded. */
export function inkOfPicture(picture: HTMLImageElement | HTMLCanvasElement): PageInk {
  const size =
    picture instanceof HTMLImageElement ? { width: picture.naturalWidth, height: picture.naturalHeight } : picture;
  const canvas = document.createElement('canvas');
  canvas.width = inkWidth;
  canvas.height = Math.max(
    1,
    Math.min(Math.round((inkWidth * size.height) / size.width), Math.floor(maxInkPixels / inkWidth)),
  );
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const ink = inkOf(context);
  // Frees the memory now; browsers otherwise do so much later.
  canvas.width = 0;
  return ink;
}

/** Returns the ink of the picture on a canvas. */
export function inkOf(context: CanvasRenderingContext2D | null): PageInk {
  if (!context) throw new Error('the browser gave no canvas');
  const { width, height } = context.canvas;
  return findInk(context.getImageData(0, 0, width, height));
}
