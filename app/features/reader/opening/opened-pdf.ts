import { useEffect, type Dispatch } from 'react';
import { openPdf, type PdfOpening } from '#app/features/reader/pdf/open-pdf.ts';
import { toProblem } from '#app/features/reader/pdf/pdf-problem.ts';
import type { ReaderEvent } from '#app/features/reader/reader-state.ts';

const changedAgain = 'The file was replaced while you were reading it.';

type OpenedPdfProps = {
  url: string;
  /** The address that messages name. */
  recordUrl: string;
  change: Dispatch<ReaderEvent>;
};

/**
 * Keeps the document at `url` open for as long as it stands, and tells the reader how that goes. Shows nothing. Another
 * try is another one of it, by its key.
 */
export function OpenedPdf({ url, recordUrl, change }: OpenedPdfProps): null {
  useEffect(
    function openDocument() {
      const openings = new Set<PdfOpening>();
      let isClosed = false;

      function open(isRenewed: boolean): PdfOpening {
        const opening = openPdf(url, {
          recordUrl,
          isRenewed,
          askPassword: (isWrong) =>
            new Promise((resolve) => {
              const answer = (password: string | null) => {
                change({ type: 'phaseChanged', phase: { name: 'opening' } });
                resolve(password);
              };
              change({ type: 'phaseChanged', phase: { name: 'locked', isWrong, answer } });
            }),
          onBroken: (problem) => change({ type: 'broke', message: problem.message }),
          onLineChanged: (isLost) => change({ type: 'lineChanged', isOffline: isLost }),
          onChanged: () => (isRenewed ? change({ type: 'broke', message: changedAgain }) : renew(opening)),
        });
        openings.add(opening);
        opening.document.then(
          (document) => change({ type: 'phaseChanged', phase: { name: 'reading', document } }),
          (error: unknown) => {
            if (isClosed) return;
            const problem = toProblem(error);
            // A failed load is logged; the cause says what pdf.js found.
            console.error(problem.message, problem.cause ?? '');
            change({ type: 'phaseChanged', phase: { name: 'failed', problem } });
          },
        );
        return opening;
      }

      /** Reads the new file where the old one was being read. What is on the screen stays until that one is open. */
      function renew(before: PdfOpening): void {
        const end = () => {
          openings.delete(before);
          before.close();
        };
        open(true).document.then(end, end);
      }

      open(false);
      return () => {
        isClosed = true;
        for (const opening of openings) opening.close();
      };
    },
    [url, recordUrl, change],
  );
  return null;
}
