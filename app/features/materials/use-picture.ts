import { useEffect, useState } from 'react';

/** The attributes of an `img` that choose its picture. */
type Source = { src: string; srcSet: string; sizes: string };

/**
 * Delays of the retries for a picture. The server makes pictures one at a time and responds with 503 until this one is
 * made.
 */
const retrySeconds = [6, 20];

/**
 * Reports a failed picture, so that the caller shows a drawing instead. Retries the picture a few times in the
 * background; once it has loaded, it no longer counts as failed.
 */
export function usePicture({ src, srcSet, sizes }: Source) {
  const [failure, setFailure] = useState({ src, times: 0, isNow: false });
  const { times, isNow } = failure.src === src ? failure : { times: 0, isNow: false };
  const fail = () => setFailure({ src, times: times + 1, isNow: true });

  useEffect(() => {
    const seconds = retrySeconds[times - 1];
    if (!isNow || seconds === undefined) return;
    const image = new Image();
    const left = new AbortController();
    const { signal } = left;
    image.addEventListener('load', () => setFailure({ src, times, isNow: false }), { signal });
    image.addEventListener('error', () => setFailure({ src, times: times + 1, isNow: true }), { signal });
    const timer = setTimeout(() => Object.assign(image, { sizes, srcset: srcSet, src }), seconds * 1000);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [src, srcSet, sizes, times, isNow]);

  return {
    isFailed: isNow,
    hasFailed: times > 0,
    attributes: {
      src,
      srcSet,
      sizes,
      onError: fail,
      // If loading failed before hydration, the error event is already over.
      ref: (image: HTMLImageElement | null) => {
        if (image?.complete && image.naturalWidth === 0) fail();
      },
    },
  };
}
