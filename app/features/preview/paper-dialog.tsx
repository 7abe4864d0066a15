import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react';
import { chooseReadingTheme, isReadingDark, watchThemes } from '#app/features/layout/theme.ts';
import { findByKey } from '#app/features/viewing/action-keys.ts';
import { viewingActions, type ViewingActionName } from '#app/features/viewing/viewing-actions.ts';
import { stepZoom, zoomLimits } from '#app/features/viewing/zoom.ts';
import { useModalDialog } from '#app/ui/use-modal-dialog.ts';
import { FetchedPaper } from './fetched-paper.tsx';
import type { PaperHandle } from './paper-frame.tsx';
import { canRun, PaperTools } from './paper-tools.tsx';
import { clearPrintedPaper } from './print-paper.ts';
import './paper-dialog.css';

type PaperDialogProps = {
  /** Where to load the HTML from. */
  url: string;
  title: string;
  downloadUrl: string;
  /** Where readers can report errors in the paper. */
  contactEmail: string;
  onClose: () => void;
};

/**
 * The paper preview dialog: an HTML question paper in a sandboxed frame. The close button, a click outside and Escape
 * close it, also Escape inside the paper. Dark mode, zoom, download and print have the labels and keys of the reader.
 */
export function PaperDialog({ url, title, downloadUrl, contactEmail, onClose }: PaperDialogProps) {
  const [attempt, setAttempt] = useState(0);
  const [isShown, setIsShown] = useState(false);
  const [zoom, setZoom] = useState<number>(zoomLimits.start);
  const isDark = useSyncExternalStore(watchThemes, isReadingDark);
  const dialog = useModalDialog({ onClose, closesOutside: true });
  const paper = useRef<PaperHandle>(null);
  const downloadLink = useRef<HTMLAnchorElement>(null);
  const titleId = useId();

  useEffect(function clearAfterPrinting() {
    return clearPrintedPaper;
  }, []);

  function run(name: ViewingActionName) {
    if (name === 'zoomOut') setZoom(stepZoom(zoom, -1));
    else if (name === 'zoomIn') setZoom(stepZoom(zoom, 1));
    else if (name === 'toggleDark') chooseReadingTheme(!isDark);
    else if (name === 'print') paper.current?.print();
    else downloadLink.current?.click();
  }

  function handleKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
    const pressed = { key, ctrlKey, altKey, metaKey, shiftKey, isTyping: false };
    const action = findByKey(Object.values(viewingActions), pressed);
    if (!action || !canRun(action.name, isShown, zoom)) return;
    event.preventDefault();
    run(action.name);
  }

  return (
    <dialog ref={dialog} className="paper-dialog" aria-labelledby={titleId} onKeyDown={handleKeyDown}>
      <div className="paper-dialog-content">
        <div className="paper-dialog-head">
          <h2 id={titleId} data-tooltip-if-cut="">
            {title}
          </h2>
          <PaperTools
            isShown={isShown}
            isDark={isDark}
            zoom={zoom}
            downloadUrl={downloadUrl}
            downloadLinkRef={downloadLink}
            onRun={run}
          />
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
          isDark={isDark}
          zoom={zoom}
          onShown={() => setIsShown(true)}
          onEscape={onClose}
          onTryAgain={() => setAttempt(attempt + 1)}
          handle={paper}
        />
        <p className="paper-dialog-contact">
          Found an error in this paper? Report it to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
        </p>
      </div>
    </dialog>
  );
}
