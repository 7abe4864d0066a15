import { Download, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useModalDialog } from '#app/ui/use-modal-dialog.ts';
import { FetchedPaper } from './fetched-paper.tsx';
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

/**
 * The paper preview dialog (specification 2, design decision 6): an HTML question paper in a sandboxed frame. Closes by
 * its close control, a click outside or Escape, pressed inside the paper as well.
 */
export function PaperDialog({ url, title, downloadUrl, contactEmail, onClose }: PaperDialogProps) {
  const [attempt, setAttempt] = useState(0);
  const dialog = useModalDialog({ onClose, closesOutside: true });
  const titleId = useId();
  return (
    <dialog ref={dialog} className="paper-dialog" aria-labelledby={titleId}>
      <div className="paper-dialog-content">
        <div className="paper-dialog-head">
          <h2 id={titleId} data-tooltip-if-cut="">
            {title}
          </h2>
          <a className="paper-dialog-tool" href={downloadUrl} download aria-label="Download" data-tooltip="Download">
            <Download aria-hidden="true" />
          </a>
          <button
            type="button"
            className="paper-dialog-tool"
            aria-label="Close"
            aria-keyshortcuts="Escape"
            data-tooltip="Close"
            data-tooltip-keys="Esc"
            onClick={onClose}
          >
            <X aria-hidden="true" />
          </button>
        </div>
        <FetchedPaper
          key={attempt}
          url={url}
          title={title}
          onEscape={onClose}
          onTryAgain={() => setAttempt(attempt + 1)}
        />
        <p className="paper-dialog-contact">
          Found an error in this paper? Report it to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
        </p>
      </div>
    </dialog>
  );
}
