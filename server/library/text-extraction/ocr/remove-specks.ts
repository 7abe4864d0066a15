import type { GreyPixels } from './mark-ink.ts';

/**
 * Paints specks of at most `maxArea` pixels in the colour of the paper, in place. Returns their number. With thousands
 * of specks, Tesseract takes minutes for a page or finds no text on it.
 */
export function removeSpecks(pixels: GreyPixels, maxArea: number): number {
  const { data, width, height } = pixels;
  const { threshold, paper } = findShades(data);
  const isSeen = new Uint8Array(data.length);
  const stack = new Int32Array(data.length);
  let specks = 0;
  for (let start = 0; start < data.length; start += 1) {
    if (isSeen[start] === 1 || (data[start] ?? 255) > threshold) continue;
    isSeen[start] = 1;
    stack[0] = start;
    let found = 1;
    // All pixels found remain on the stack, so that the speck is its first entries.
    for (let next = 0; next < found; next += 1) {
      const at = stack[next] ?? 0;
      const x = at % width;
      const y = (at - x) / width;
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
          const near = row * width + column;
          if (isSeen[near] === 1 || (data[near] ?? 255) > threshold) continue;
          isSeen[near] = 1;
          stack[found] = near;
          found += 1;
        }
      }
    }
    if (found > maxArea) continue;
    specks += 1;
    for (let index = 0; index < found; index += 1) data[stack[index] ?? 0] = paper;
  }
  return specks;
}

/** Returns the threshold between ink and paper by Otsu's method, and the most frequent shade of the paper. */
function findShades(data: Uint8Array): { threshold: number; paper: number } {
  const counts = new Float64Array(256);
  for (const pixel of data) counts[pixel] = (counts[pixel] ?? 0) + 1;
  const total = data.length;
  const sum = counts.reduce((so, count, shade) => so + count * shade, 0);
  let [dark, darkSum, best, threshold] = [0, 0, 0, 127];
  for (let shade = 0; shade < 256; shade += 1) {
    dark += counts[shade] ?? 0;
    darkSum += (counts[shade] ?? 0) * shade;
    if (dark === 0 || dark === total) continue;
    const apart = darkSum / dark - (sum - darkSum) / (total - dark);
    const between = dark * (total - dark) * apart * apart;
    if (between > best) [best, threshold] = [between, shade];
  }
  let paper = 255;
  for (let shade = threshold + 1; shade < 256; shade += 1) {
    if ((counts[shade] ?? 0) > (counts[paper] ?? 0)) paper = shade;
  }
  return { threshold, paper };
}
