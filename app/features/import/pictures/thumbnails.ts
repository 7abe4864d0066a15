import type { Picture } from '#app/features/import/intake/read-picture.ts';

/** Longer side of a thumbnail in pixels: sharp on a high-density screen. */
const side = 280;
/**
 * Maximum number of pixels of a picture: that of the largest photographs of phones. Decoding takes four bytes per
 * pixel.
 */
const maxPixels = 60_000_000;
/** Pictures decoded at the same time. Two of 12 million pixels take 100 MB. */
const parallel = 2;

/**
 * Makes thumbnails in the browser, a few at a time, the latest requests first. They are cached: a thumbnail has about 10 KB,
 * and there are at most some thousand pictures.
 */
export class Thumbnails {
  #made = new WeakMap<Picture['file'], Blob | null>();
  #waiting: { picture: Picture; signal: AbortSignal; resolve: (made: Blob | null) => void }[] = [];
  #running = 0;

  /** Makes the thumbnail; null if the browser can't show the picture, or the thumbnail is no longer needed. */
  make(picture: Picture, signal: AbortSignal): Promise<Blob | null> {
    const made = this.#made.get(picture.file);
    if (made !== undefined) return Promise.resolve(made);
    const { promise, resolve } = Promise.withResolvers<Blob | null>();
    this.#waiting.push({ picture, signal, resolve });
    this.#work();
    return promise;
  }

  #work(): void {
    while (this.#running < parallel) {
      const next = this.#waiting.pop();
      if (!next) return;
      const { picture, signal, resolve } = next;
      if (signal.aborted) {
        resolve(null);
        continue;
      }
      this.#running += 1;
      void this.#run(picture, resolve);
    }
  }

  async #run(picture: Picture, resolve: (made: Blob | null) => void): Promise<void> {
    resolve(await this.#draw(picture));
    this.#running -= 1;
    this.#work();
  }

  async #draw(picture: Picture): Promise<Blob | null> {
    const known = this.#made.get(picture.file);
    if (known !== undefined) return known;
    const made = await drawSmall(picture).catch(() => null);
    this.#made.set(picture.file, made);
    return made;
  }
}

/** Rejects for pictures that the browser cannot decode, such as HEIC in most of them. */
async function drawSmall({ file, size }: Picture): Promise<Blob | null> {
  if (size && size.width * size.height > maxPixels) return null;
  const isTall = !size || size.height >= size.width;
  const bitmap = await createImageBitmap(await file.open(), {
    ...(isTall ? { resizeHeight: side } : { resizeWidth: side }),
    resizeQuality: 'medium',
  });
  try {
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.7 });
  } finally {
    bitmap.close();
  }
}
