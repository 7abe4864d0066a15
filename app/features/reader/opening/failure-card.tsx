import { FileX2 } from 'lucide-react';
import { focusNewContent } from '#app/ui/focus-new-content.ts';
import type { PdfProblem } from '#app/features/reader/pdf/loading/pdf-problem.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/reader/opening.ts';

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
            {actions.download}
          </a>
        )}
        <button ref={focusNewContent} type="button" className="reader-button reader-button-main" onClick={onTryAgain}>
          {actions.tryAgain}
        </button>
      </div>
    </div>
  );
}

function explain({ status, taken }: PdfProblem): { title: string; advice: string } {
  if (taken === 'program') {
    return { title: words.program, advice: words.programAdvice };
  }
  if (taken === 'network') {
    return { title: words.network, advice: words.networkAdvice };
  }
  if (status === 404) {
    return { title: words.missing, advice: words.missingAdvice };
  }
  if (status !== null) {
    return { title: words.refused, advice: words.refusedAdvice };
  }
  return { title: words.broken, advice: words.brokenAdvice };
}
