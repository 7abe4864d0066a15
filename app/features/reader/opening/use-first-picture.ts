import { useEffect, useState } from 'react';
import { askForPicture, dropPicture } from './first-picture.ts';
import type { Phase } from '#app/features/reader/reader-state.ts';

/** The server's picture of page 1, asked for once; null without a `url`. What has not come by the time the document has is given up. */
export function useFirstPicture(url: string | null, phase: Phase['name']) {
  const [picture] = useState(() => url && askForPicture(url));

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
