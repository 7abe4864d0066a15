import { TriangleAlert } from 'lucide-react';
import './broken-page.css';

type BrokenPageProps = {
  number: number;
  downloadUrl: string;
  /** Null where trying again would find the same. */
  onTryAgain: (() => void) | null;
};

/**
 * The mark on a page that cannot be shown, and what may help. The pages around it can be read. A page whose content is
 * damaged has no mark: pdf.js draws what it can make of it, be it nothing, and does not tell that from an empty page.
 */
export function BrokenPage({ number, downloadUrl, onTryAgain }: BrokenPageProps) {
  return (
    <div className="reader-page-broken">
      <p>
        <TriangleAlert aria-hidden="true" />
        This page cannot be shown.
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
