import type { ColourPixels } from './pixels.ts';
import { projectionTo, type Quadrilateral } from './quadrilateral.ts';

/**
 * Returns the sheet with these corners as a flat picture of that size, rotated anticlockwise by `skew` degrees around
 * its middle. Areas outside the sheet or the picture are white. Returns null if no sheet can have these corners.
 */
export function unwarp(
  picture: ColourPixels,
  corners: Quadrilateral,
  size: { width: number; height: number; skew?: number },
): ColourPixels | null {
  const { width, height, skew = 0 } = size;
  const projection = projectionTo(corners, width, height);
  if (!projection) return null;
  const flat = new Uint8Array(width * height * 3).fill(255);
  const [cosine, sine] = [Math.cos((skew * Math.PI) / 180), Math.sin((skew * Math.PI) / 180)];
  const { data } = picture;
  const [lastX, lastY] = [picture.width - 1, picture.height - 1];
  // `project` is inlined here, because it would be called for every pixel.
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = projection;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const fromMiddleX = column + 0.5 - width / 2;
      const fromMiddleY = row + 0.5 - height / 2;
      const onX = fromMiddleX * cosine - fromMiddleY * sine + width / 2;
      const onY = fromMiddleX * sine + fromMiddleY * cosine + height / 2;
      if (onX < 0 || onY < 0 || onX > width || onY > height) continue;
      const scale = g * onX + h * onY + 1;
      const x = (a * onX + b * onY + c) / scale;
      const y = (d * onX + e * onY + f) / scale;
      // Half a pixel outside still belongs to the pixel at the border.
      if (!(x > -1 && y > -1 && x < lastX + 2 && y < lastY + 2)) continue;
      const inX = Math.min(lastX, Math.max(0, x - 0.5));
      const inY = Math.min(lastY, Math.max(0, y - 0.5));
      const left = Math.floor(inX);
      const top = Math.floor(inY);
      const shareX = inX - left;
      const shareY = inY - top;
      const first = (top * picture.width + left) * 3;
      const right = left < lastX ? 3 : 0;
      const below = top < lastY ? picture.width * 3 : 0;
      const to = (row * width + column) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const at = first + channel;
        const upper = (data[at] ?? 0) * (1 - shareX) + (data[at + right] ?? 0) * shareX;
        const lower = (data[at + below] ?? 0) * (1 - shareX) + (data[at + below + right] ?? 0) * shareX;
        flat[to + channel] = upper * (1 - shareY) + lower * shareY + 0.5;
      }
    }
  }
  return { data: flat, width, height };
}
