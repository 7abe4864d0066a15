import { useEffect, type Dispatch } from 'react';
import { openPdf } from './pdf/open-pdf.ts';
import { toProblem } from './pdf/pdf-problem.ts';
import type { ReaderEvent } from './reader-state.ts';

/** Keeps the document at `url` open while the reader stands, and tells the reader how opening goes. */
export function useOpenedPdf(url: string, attempt: number, change: Dispatch<ReaderEvent>): void {
  useEffect(
    function openDocument() {
      change({ type: 'phaseChanged', phase: { name: 'opening' } });
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
        (error: unknown) =>
          change({ type: 'phaseChanged', phase: { name: 'failed', message: toProblem(error).message } }),
      );
      return () => opening.close();
    },
    [url, attempt, change],
  );
}
