import { useEffect, type Dispatch } from 'react';
import { openPdf, type PdfOpening } from '#app/features/reader/pdf/open-pdf.ts';
import { toProblem, type PdfProblem } from '#app/features/reader/pdf/loading/pdf-problem.ts';
import type { PageSummary } from '#app/features/reader/recognised/page-summary.ts';
import { untilReadable, type FirstPicture } from './first-picture.ts';
import type { ReaderEvent } from '#app/features/reader/state/reader-state.ts';
import * as words from '#messages/reader/pdf.ts';

/**
 * True if a program or the network may have intercepted the file. One that aborts requests looks like a lost
 * connection.
 */
function mayBeTaken({ taken, cause }: PdfProblem): boolean {
  return taken !== null || (cause instanceof TypeError && navigator.onLine);
}

type OpenedPdfProps = {
  url: string;
  /** Second address of the file, used if a program or the network intercepted the first request. */
  otherUrl: string;
  /** The address in messages. */
  recordUrl: string;
  /** The picture of the first page, shown before the document is open; null if there is none. */
  picture: FirstPicture | null;
  /** The source of the list of pages that are shown rotated. */
  summary: Pick<PageSummary, 'turned'>;
  change: Dispatch<ReaderEvent>;
};

/**
 * Opens the document at `url` while it is mounted, and reports its state to the reader. Renders nothing. To retry, mount it again
 * with another key.
 */
export function OpenedPdf({ url, otherUrl, recordUrl, picture, summary, change }: OpenedPdfProps): null {
  useEffect(
    function openDocument() {
      const openings = new Set<PdfOpening>();
      let isClosed = false;

      function open(isRenewed: boolean, address = url): PdfOpening {
        const opening = openPdf(address, {
          recordUrl,
          isRenewed,
          turned: summary.turned(isRenewed),
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
          onChanged: () => (isRenewed ? change({ type: 'broke', message: words.replaced }) : renew(opening)),
        });
        openings.add(opening);
        opening.document.then(
          (document) => change({ type: 'phaseChanged', phase: { name: 'reading', document } }),
          (error: unknown) => {
            if (isClosed) return;
            const problem = toProblem(error);
            // The cause is pdf.js's own error.
            console.error(problem.message, problem.cause ?? '');
            if (address !== otherUrl && mayBeTaken(problem)) return void open(isRenewed, otherUrl);
            change({ type: 'phaseChanged', phase: { name: 'failed', problem } });
          },
        );
        return opening;
      }

      /**
       * Opens the new version of a file that changed while it was being read. The pages on screen stay until the new
       * version is open.
       */
      function renew(before: PdfOpening): void {
        const end = () => {
          openings.delete(before);
          before.close();
        };
        open(true).document.then(end, end);
      }

      void untilReadable(picture).then(() => isClosed || open(false));
      return () => {
        isClosed = true;
        for (const opening of openings) opening.close();
      };
    },
    [url, otherUrl, recordUrl, picture, summary, change],
  );
  return null;
}
