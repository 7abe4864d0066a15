import { useEffect, type Dispatch } from 'react';
import { openPdf } from './pdf/open-pdf.ts';
import { toProblem } from './pdf/pdf-problem.ts';
import type { ReaderEvent } from './reader-state.ts';

/**
 * Keeps the document at `url` open for as long as it stands, and tells the reader how that goes. Shows nothing. Another
 * try is another one of it, by its key.
 */
export function OpenedPdf({ url, change }: { url: string; change: Dispatch<ReaderEvent> }): null {
  useEffect(
    function openDocument() {
      let isClosed = false;
      const opening = openPdf(url, {
        askPassword: (isWrong) =>
          new Promise((resolve) => {
            const answer = (password: string | null) => {
              change({ type: 'phaseChanged', phase: { name: 'opening' } });
              resolve(password);
            };
            change({ type: 'phaseChanged', phase: { name: 'locked', isWrong, answer } });
          }),
        onBroken: (problem) => change({ type: 'broke', message: problem.message }),
      });
      opening.document.then(
        (document) => change({ type: 'phaseChanged', phase: { name: 'reading', document } }),
        (error: unknown) => {
          if (isClosed) return;
          const problem = toProblem(error);
          // Specification 8: a failed load is logged; the cause says what pdf.js found.
          console.error(problem.message, problem.cause ?? '');
          change({ type: 'phaseChanged', phase: { name: 'failed', message: problem.message } });
        },
      );
      return () => {
        isClosed = true;
        opening.close();
      };
    },
    [url, change],
  );
  return null;
}
