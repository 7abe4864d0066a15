import { FileX2 } from 'lucide-react';
import { focusWhatComes } from '#app/ui/focus-what-comes.ts';

type FailureCardProps = { message: string; downloadUrl: string; onTryAgain: () => void };

/** Says why a document cannot be shown and what may help. */
export function FailureCard({ message, downloadUrl, onTryAgain }: FailureCardProps) {
  return (
    <div className="reader-card">
      <FileX2 aria-hidden="true" className="reader-card-icon" />
      <p role="alert" className="reader-card-message">
        {message}
      </p>
      <div className="reader-card-actions">
        <a className="reader-button" href={downloadUrl} download="document.pdf">
          Download
        </a>
        <button ref={focusWhatComes} type="button" className="reader-button reader-button-main" onClick={onTryAgain}>
          Try again
        </button>
      </div>
    </div>
  );
}
