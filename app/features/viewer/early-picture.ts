/** The picture of the material opened last; there is at most one. */
let early: HTMLImageElement | null = null;

/**
 * Requests the picture of a document's first page while the code that will show it is still loading. Aborts the
 * previous request.
 */
export function requestEarly(url: string): void {
  const address = new URL(url, location.href).href;
  if (early?.src === address) return;
  if (early && !early.complete) early.removeAttribute('src');
  early = startImage(address);
}

/** Returns the picture at `url`, requested early or now. */
export function takePicture(url: string): HTMLImageElement {
  const address = new URL(url, location.href).href;
  const image = early?.src === address ? early : startImage(address);
  early = null;
  return image;
}

function startImage(address: string): HTMLImageElement {
  const image = new Image();
  image.fetchPriority = 'high';
  image.decoding = 'async';
  image.alt = '';
  image.src = address;
  return image;
}
