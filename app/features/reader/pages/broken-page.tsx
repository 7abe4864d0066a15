import { TriangleAlert } from 'lucide-react';
import './broken-page.css';

type BrokenPageProps = {
  number: number;
  downloadUrl: string;
  /** Null if another attempt would fail in the same way. */
  onTryAgain: (() => void) | null;
};

/**
 * Renders the message on a page that can't be shown, with what may help. The pages around it can be read. A page whose content is
 * damaged has no message: pdf.js draws what it can, possibly nothing, and does not distinguish that from an empty page.
 */
export function BrokenPage({ number, downloadUrl, onTryAgain }: BrokenPageProps) {
  return (
    <div className="reader-page-broken">
      <p>
        <TriangleAlert aria-hidden="true" />
        This page can’t be shown.
      </p>
      <div className="reader-card-actions">
        <a className="reader-button" href={downloadUrl} download="document.pdf">
          Download the document
        </a>
        {onTryAgain && (
          <button
            type="button"
            className="reader-button"
            aria-label={`Try again to show page ${number}`}
            onClick={onTryAgain}
          >
            Try again
          </button>
        )}
      </div>
    </div>
  );
}
