import { useEffect, useState } from 'react';
import { requestPicture, dropPicture } from './first-picture.ts';
import type { Phase } from '#app/features/reader/state/reader-state.ts';

/**
 * Requests the server's picture of page 1 once; null without a `url`. Drops the picture if the document arrives before
 * it.
 */
export function useFirstPicture(url: string | null, phase: Phase['name']) {
  const [picture] = useState(() => url && requestPicture(url));

  useEffect(
    function giveUpWhenLate() {
      if (!picture) return;
      if (phase === 'reading' || phase === 'failed') dropPicture(picture);
      return () => dropPicture(picture);
    },
    [picture, phase],
  );
  return picture || null;
}
