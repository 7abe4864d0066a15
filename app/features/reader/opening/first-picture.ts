/** The server's picture of page 1, shown until the page itself is drawn. */
export type FirstPicture = {
  /** One element for as long as it is needed, wherever it is shown: a second one would flash. */
  image: HTMLImageElement;
  /** Resolves to true when it can be shown, to false if there is none. */
  isLoaded: Promise<boolean>;
};

/** Requests the picture at `url`, before the far larger code that draws the document. Ended by `dropPicture`. */
export function requestPicture(url: string): FirstPicture {
  const image = new Image();
  image.fetchPriority = 'high';
  image.decoding = 'async';
  image.alt = '';
  image.src = url;
  const isLoaded = image.decode().then(
    () => image.naturalWidth > 0,
    () => false,
  );
  return { image, isLoaded };
}

/** Height divided by width of a loaded picture; null if it is not loaded. */
export function ratioOfPicture(image: HTMLImageElement): number | null {
  return image.complete && image.naturalWidth > 0 ? image.naturalHeight / image.naturalWidth : null;
}

/** Aborts the request of a picture that is no longer needed. */
export function dropPicture({ image }: FirstPicture): void {
  if (ratioOfPicture(image) === null) image.removeAttribute('src');
}
