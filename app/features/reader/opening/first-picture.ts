/** The server's picture of page 1, shown until the page itself is drawn. */
export type FirstPicture = {
  /** One element for as long as it is needed, wherever it stands: a second one would flash. */
  image: HTMLImageElement;
  /** Fulfilled with true once it can be shown, with false when there is none. */
  isHere: Promise<boolean>;
};

/** Asks for the picture at `url`, behind whatever the document needs. Ended by `dropPicture`. */
export function askForPicture(url: string): FirstPicture {
  const image = new Image();
  image.fetchPriority = 'low';
  image.decoding = 'async';
  image.alt = '';
  image.src = url;
  const isHere = image.decode().then(
    () => image.naturalWidth > 0,
    () => false,
  );
  return { image, isHere };
}

/** Height by width of a picture that is here; null for one that is not. */
export function ratioOfPicture(image: HTMLImageElement): number | null {
  return image.complete && image.naturalWidth > 0 ? image.naturalHeight / image.naturalWidth : null;
}

/** Ends the request of a picture that did not come in time. */
export function dropPicture({ image }: FirstPicture): void {
  if (ratioOfPicture(image) === null) image.removeAttribute('src');
}
