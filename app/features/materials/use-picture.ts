import { useEffect, useState } from 'react';

/** Where a picture is, as an `img` is told. */
type Source = { src: string; srcSet: string; sizes: string };

/** The server makes pictures one after the other and may have none yet (503); after this many seconds it may. */
const retrySeconds = [6, 20];

/**
 * Whether the picture failed, so that something drawn is to be shown; meanwhile it is tried again a few times, out of
 * sight, and is no failure any more once it is there.
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
      // One that failed before this script ran has no error event left to give.
      ref: (image: HTMLImageElement | null) => {
        if (image?.complete && image.naturalWidth === 0) fail();
      },
    },
  };
}
