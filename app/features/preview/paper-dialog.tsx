import { Download, Minus, Moon, Plus, Printer, Sun, X, type LucideIcon } from 'lucide-react';
import { useEffect, useId, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react';
import { chooseReadingTheme, isReadingDark, watchThemes } from '#app/features/layout/theme.ts';
import { stepZoom, zoomLimits } from '#app/features/reader/geometry/zoom.ts';
import {
  actionOfKey,
  keyCap,
  readerAction,
  type ReaderActionName,
} from '#app/features/reader/actions/reader-actions.ts';
import { useModalDialog } from '#app/ui/use-modal-dialog.ts';
import { FetchedPaper } from './fetched-paper.tsx';
import type { PaperHandle } from './paper-frame.tsx';
import { clearPrintedPaper } from './print-paper.ts';
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
 * its close control, a click outside or Escape, pressed inside the paper as well. Tone, zoom, download and print are
 * the reader's, by the same names and keys.
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

  function run(name: ReaderActionName) {
    if (name === 'zoomOut') setZoom(stepZoom(zoom, -1));
    else if (name === 'zoomIn') setZoom(stepZoom(zoom, 1));
    else if (name === 'toggleDark') chooseReadingTheme(!isDark);
    else if (name === 'print') paper.current?.print();
    else if (name === 'download') downloadLink.current?.click();
  }

  function handleKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
    const action = actionOfKey({ key, ctrlKey, altKey, metaKey, shiftKey, isTyping: false });
    if (!action || !canRun(action.name, isShown, zoom)) return;
    event.preventDefault();
    run(action.name);
  }

  const tools = { isShown, zoom, onRun: run };
  return (
    <dialog ref={dialog} className="paper-dialog" aria-labelledby={titleId} onKeyDown={handleKeyDown}>
      <div className="paper-dialog-content">
        <div className="paper-dialog-head">
          <h2 id={titleId} data-tooltip-if-cut="">
            {title}
          </h2>
          <section className="paper-dialog-tools" aria-label="Paper tools">
            <div className="paper-dialog-group">
              <Tool name="zoomOut" icon={Minus} {...tools} />
              <output aria-label="Zoom">{Math.round(zoom * 100)} %</output>
              <Tool name="zoomIn" icon={Plus} {...tools} />
            </div>
            <div className="paper-dialog-group">
              <Tool name="toggleDark" icon={isDark ? Sun : Moon} isOn={isDark} {...tools} />
              <Tool name="print" icon={Printer} {...tools} />
              <a
                ref={downloadLink}
                className="paper-dialog-tool"
                href={downloadUrl}
                download
                aria-label="Download"
                aria-keyshortcuts={readerAction('download').keys.join(' ')}
                data-tooltip="Download"
                data-tooltip-keys={keyCap(readerAction('download'))}
              >
                <Download aria-hidden="true" />
              </a>
            </div>
          </section>
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

/** Which of the reader's actions a paper has, and when. */
function canRun(name: ReaderActionName, isShown: boolean, zoom: number): boolean {
  switch (name) {
    case 'zoomOut':
      return isShown && zoom > zoomLimits.min;
    case 'zoomIn':
      return isShown && zoom < zoomLimits.max;
    case 'print':
      return isShown;
    case 'toggleDark':
    case 'download':
      return true;
    default:
      return false;
  }
}

type ToolProps = {
  name: ReaderActionName;
  icon: LucideIcon;
  isOn?: boolean;
  isShown: boolean;
  zoom: number;
  onRun: (name: ReaderActionName) => void;
};

function Tool({ name, icon: Icon, isOn, isShown, zoom, onRun }: ToolProps) {
  const action = readerAction(name);
  return (
    <button
      type="button"
      className="paper-dialog-tool"
      aria-label={action.label}
      aria-pressed={isOn}
      aria-keyshortcuts={action.keys.join(' ')}
      data-tooltip={action.label}
      data-tooltip-keys={keyCap(action)}
      disabled={!canRun(name, isShown, zoom)}
      onClick={() => onRun(name)}
    >
      <Icon aria-hidden="true" />
    </button>
  );
}
