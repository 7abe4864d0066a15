import { FileX2 } from 'lucide-react';
import { focusNewContent } from '#app/ui/focus-new-content.ts';
import type { PdfProblem } from '#app/features/reader/pdf/loading/pdf-problem.ts';

type FailureCardProps = { problem: PdfProblem; downloadUrl: string; onTryAgain: () => void };

/** Shows why a document can't be shown and what may help, then the exact error. */
export function FailureCard({ problem, downloadUrl, onTryAgain }: FailureCardProps) {
  const { title, advice } = explain(problem);
  return (
    <div className="reader-card">
      <FileX2 aria-hidden="true" className="reader-card-icon" />
      <div role="alert" className="reader-card-message">
        <p className="reader-card-title">{title}</p>
        <p>{advice}</p>
        <p className="reader-card-detail">{problem.message}</p>
      </div>
      <div className="reader-card-actions">
        {/* A missing file can't be downloaded either. */}
        {problem.status !== 404 && (
          <a className="reader-button" href={downloadUrl} download="document.pdf">
            Download
          </a>
        )}
        <button ref={focusNewContent} type="button" className="reader-button reader-button-main" onClick={onTryAgain}>
          Try again
        </button>
      </div>
    </div>
  );
}

function explain({ status, taken }: PdfProblem): { title: string; advice: string } {
  if (taken === 'program') {
    return {
      title: 'Another program intercepted this document.',
      advice:
        'A download manager or another program on this computer may have downloaded it instead of the reader. Exclude this site in its settings, then try again.',
    };
  }
  if (taken === 'network') {
    return {
      title: 'Your network sent another page instead of this document.',
      advice: 'It may need you to sign in first. Open any website in a new tab to sign in, then try again.',
    };
  }
  if (status === 404) {
    return {
      title: 'This document is missing.',
      advice: 'Its file isn’t in the library. It may have been removed.',
    };
  }
  if (status !== null) {
    return {
      title: 'This document can’t be loaded right now.',
      advice: 'The library didn’t send the file. Wait a moment and try again.',
    };
  }
  return {
    title: 'This document can’t be shown.',
    advice: 'Try again. If that doesn’t help, download it and open it in another app.',
  };
}
