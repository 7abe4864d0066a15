import { useEffect, useState } from 'react';
import type { PageTexts } from '#app/features/reader/recognised/page-texts.ts';

/** Shows that the text of the current page was recognised; nothing on other pages. */
export function RecognisedNote({ texts, page }: { texts: PageTexts; page: number }) {
  const [recognisedPage, setRecognisedPage] = useState(0);
  useEffect(
    function findOut() {
      const stop = new AbortController();
      texts.isRecognised(page, stop.signal).then(
        (isRecognised) => setRecognisedPage(isRecognised ? page : 0),
        () => {},
      );
      return () => stop.abort();
    },
    [texts, page],
  );
  if (recognisedPage !== page) return null;
  return (
    <p className="reader-panel-recognised">
      Page {page} is a picture. Its text was recognised by a program and may have mistakes.
    </p>
  );
}
