import { Download, X } from 'lucide-react';
import { useEffect, useId, useState, type MouseEvent } from 'react';
import { useModalDialog } from '#app/ui/use-modal-dialog.ts';
import { fetchPaper } from './fetch-paper.ts';
import { PaperFrame } from './paper-frame.tsx';
import './paper-dialog.css';

type PaperDialogProps = {
  /** Where the HTML is fetched as text. */
  url: string;
  title: string;
  downloadUrl: string;
  /** Where errors in the paper are reported. */
  contactEmail: string;
  onClose: () => void;
};

type Paper = { state: 'loading' } | { state: 'here'; html: string } | { state: 'failed'; reason: string };

/**
 * The paper preview dialog (specification 2, design decision 6): an HTML question paper in a sandboxed frame. Closes by
 * its close control, a click outside or Escape, pressed inside the paper as well.
 */
export function PaperDialog({ url, title, downloadUrl, contactEmail, onClose }: PaperDialogProps) {
  const [paper, setPaper] = useState<Paper>({ state: 'loading' });
  const [isShown, setIsShown] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const dialog = useModalDialog();
  const titleId = useId();

  useEffect(
    function fetchHtml() {
      const stop = new AbortController();
      setPaper({ state: 'loading' });
      setIsShown(false);
      fetchPaper(url, stop.signal).then(
        (html) => setPaper({ state: 'here', html }),
        (error: unknown) => {
          if (!stop.signal.aborted) setPaper({ state: 'failed', reason: String(error) });
        },
      );
      return () => stop.abort();
    },
    [url, attempt],
  );

  function handleClick(event: MouseEvent) {
    // The dialog's own box is filled by its content: a click on the dialog itself is one on what lies around it.
    if (event.target === event.currentTarget) onClose();
  }

  return (
    <dialog
      ref={dialog}
      className="paper-dialog"
      aria-labelledby={titleId}
      onClick={handleClick}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
    >
      <div className="paper-dialog-content">
        <header className="paper-dialog-head">
          <h2 id={titleId}>{title}</h2>
          <a className="paper-dialog-tool" href={downloadUrl} download aria-label="Download" title="Download">
            <Download aria-hidden="true" />
          </a>
          <button type="button" className="paper-dialog-tool" aria-label="Close" title="Close" onClick={onClose}>
            <X aria-hidden="true" />
          </button>
        </header>
        <div className="paper-dialog-body">
          {paper.state === 'here' && (
            <PaperFrame
              html={paper.html}
              title={title}
              isShown={isShown}
              onShown={() => setIsShown(true)}
              onEscape={onClose}
            />
          )}
          {paper.state === 'failed' ? (
            <div className="paper-dialog-note" role="alert">
              <p>This paper could not be loaded. Check your connection and try again.</p>
              <button type="button" className="paper-dialog-button" onClick={() => setAttempt(attempt + 1)}>
                Try again
              </button>
            </div>
          ) : (
            !isShown && <output className="paper-dialog-note">Loading HTML content...</output>
          )}
        </div>
        <p className="paper-dialog-contact">
          Found an error in this paper? Report it to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
        </p>
      </div>
    </dialog>
  );
}
