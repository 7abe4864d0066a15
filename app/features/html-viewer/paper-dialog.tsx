import { Download, X } from 'lucide-react';
import { useId, useRef, useState, useSyncExternalStore, type KeyboardEvent, type Ref } from 'react';
import { chooseReadingTheme, isReadingDark, watchThemes } from '#app/features/layout/theme.ts';
import { useSharing } from '#app/features/share/use-sharing.tsx';
import { comparingOf } from '#app/features/viewer/comparing.ts';
import { useOpenedDialog, useSide } from '#app/features/viewer/side.ts';
import { keyCap } from '#app/features/viewer/action-keys.ts';
import { useWindowSize } from '#app/features/viewer/use-window-size.ts';
import { viewingActions, type Done, type Exam, type Neighbours } from '#app/features/viewer/viewing-actions.ts';
import { stepZoom, zoomLimits } from '#app/features/viewer/zoom.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/html-viewer.ts';
import * as viewerWords from '#messages/viewer.ts';
import { FetchedPaper } from './fetched-paper.tsx';
import type { PaperHandle } from './paper-frame.tsx';
import { PaperFindBar } from './paper-find-bar.tsx';
import { canRun, PaperTools, actionOfKey, type PaperActionName } from './paper-tools.tsx';
import { usePaperFind } from './use-paper-find.ts';
import './paper-dialog.css';

type PaperDialogProps = {
  /** Address of the HTML. */
  url: string;
  title: string;
  downloadUrl: string;
  /** Shown for reports of errors in the paper. */
  contactEmail: string;
  /** Address that reports an error in the paper. */
  reportUrl: string;
  /** Words to mark in the paper; '' for none. */
  find: string;
  /** The papers of the same subject; undefined until they are known. */
  neighbours?: Neighbours | null | undefined;
  /** The mark of the paper as done. */
  done?: Done | undefined;
  /** The exam mode of the paper. */
  exam?: Exam | undefined;
  /** Full address for sharing. */
  sharedUrl: string;
  /** Offers to make the paper available offline, in a dialog over the preview. */
  onSave: () => void;
  onClose: () => void;
};

/**
 * Renders the paper preview dialog: an HTML question paper in a sandboxed frame. The close button, a click outside and Escape
 * close it, also Escape inside the paper; while the find bar is open, Escape closes it first. Dark mode, find, zoom, download and
 * print have the labels and keys of the reader.
 */
export function PaperDialog(props: PaperDialogProps) {
  const { url, title, downloadUrl, contactEmail, reportUrl, neighbours, done, exam, sharedUrl, onSave, onClose } =
    props;
  const [attempt, setAttempt] = useState(0);
  const view = useView();
  const sharing = useSharing();
  const [zoom, setZoom] = useState<number>(zoomLimits.start);
  const isDark = useSyncExternalStore(watchThemes, isReadingDark);
  const paper = useRef<PaperHandle>(null);
  const find = usePaperFind(props.find, paper);
  const side = useSide();
  const dialog = useOpenedDialog({ onClose, closesOutside: true });
  const downloadLink = useRef<HTMLAnchorElement>(null);
  const titleId = useId();
  const comparing = comparingOf(side);
  const isNarrow = useWindowSize().width <= 768 && comparing !== 'beside';

  function run(name: PaperActionName) {
    if (name === 'zoomOut' || name === 'zoomIn') setZoom(stepZoom(zoom, name === 'zoomIn' ? 1 : -1));
    else if (name === 'toggleDark') chooseReadingTheme(!isDark);
    else if (name === 'print' || name === 'selectAll') paper.current?.[name]();
    else if (name === 'newerPaper' || name === 'olderPaper') neighbours?.go(name === 'newerPaper' ? 'newer' : 'older');
    else if (name === 'compare' || name === 'swapSides' || name === 'otherSide') side[name]();
    else if (name === 'share') sharing.share({ title, url: sharedUrl });
    else if (name === 'saveOffline') onSave();
    else if (name === 'originalPage') view.toggle();
    else if (name === 'toggleDone') done?.toggle();
    else if (name === 'examMode') exam?.toggle();
    else if (name === 'nextHit' || name === 'previousHit') find.step(name === 'nextHit' ? 1 : -1);
    else if (name === 'find') find.open();
    else if (name === 'closeFind') {
      find.close();
      // The focus may be in the bar, which is removed.
      dialog.current?.focus();
    } else downloadLink.current?.click();
  }

  function handleKeyDown(event: KeyboardEvent) {
    // A dialog over the paper handles its own keys.
    if (event.target instanceof Element && event.target.closest('dialog') !== event.currentTarget) return;
    const name = actionOfKey(event, find.isOpen);
    if (!name || !canRun(name, { ...view, zoom, neighbours, done, exam, comparing })) return;
    event.preventDefault();
    run(name);
  }

  function handleShown() {
    view.noteShown();
    if (find.isOpen) paper.current?.readText();
  }

  return (
    <dialog ref={dialog} className="paper-dialog" aria-labelledby={titleId} onKeyDown={handleKeyDown}>
      <div className="paper-dialog-content">
        <div className="paper-dialog-head">
          <CloseButton onClose={onClose} />
          <h2 id={titleId} data-tooltip-if-cut="">
            {title}
          </h2>
          <DownloadLink linkRef={downloadLink} downloadUrl={downloadUrl} isShown={isNarrow} />
        </div>
        <PaperTools
          isShown={view.isShown}
          isOriginal={view.isOriginal}
          {...{ isDark, zoom, neighbours, done, exam, comparing, isNarrow }}
          onRun={run}
        />
        {find.isOpen && <PaperFindBar find={find} onClose={() => run('closeFind')} />}
        <FetchedPaper
          key={attempt}
          url={url}
          title={title}
          isDark={isDark}
          zoom={zoom}
          isOriginal={view.isOriginal ?? false}
          onFetched={view.noteFetched}
          onShown={handleShown}
          onEscape={() => (find.isOpen ? find.close() : onClose())}
          onText={find.search}
          onTryAgain={() => setAttempt(attempt + 1)}
          handle={paper}
        />
        {side.offer}
        <Contact email={contactEmail} reportUrl={reportUrl} />
      </div>
      {sharing.dialog}
      {exam?.part}
    </dialog>
  );
}

/** Holds which view of a paper is open, and whether it is shown yet. */
function useView() {
  const [isShown, setIsShown] = useState(false);
  /** True for the page as it was saved; undefined for a paper without a reading view. */
  const [isOriginal, setIsOriginal] = useState<boolean>();
  return {
    isShown,
    isOriginal,
    noteShown: () => setIsShown(true),
    noteFetched: (hasReadingView: boolean) => setIsOriginal(hasReadingView ? (isOriginal ?? false) : undefined),
    toggle() {
      setIsShown(false);
      setIsOriginal(!isOriginal);
    },
  };
}

function Contact({ email, reportUrl }: { email: string; reportUrl: string }) {
  const isMail = reportUrl.startsWith('mailto:');
  return (
    <p className="paper-dialog-contact">
      {words.reportTo(
        <a key="email" href={reportUrl} target={isMail ? undefined : '_blank'} rel="noopener">
          {email}
        </a>,
      )}
    </p>
  );
}

type DownloadLinkProps = { linkRef: Ref<HTMLAnchorElement>; downloadUrl: string; isShown: boolean };

/** Renders the link that downloads the paper: next to the title on a phone, otherwise hidden, for the tool and its key. */
function DownloadLink({ linkRef, downloadUrl, isShown }: DownloadLinkProps) {
  return (
    <a
      ref={linkRef}
      className="paper-dialog-tool"
      href={downloadUrl}
      download
      hidden={!isShown}
      aria-label={actions.download}
      aria-keyshortcuts={viewingActions.download.keys.join(' ')}
      data-tooltip={actions.download}
      data-tooltip-keys={keyCap(viewingActions.download)}
    >
      <Download aria-hidden="true" />
    </a>
  );
}

function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <button
      type="button"
      className="paper-dialog-tool"
      aria-label={actions.close}
      aria-keyshortcuts="Escape"
      data-tooltip={actions.close}
      data-tooltip-keys={viewerWords.escapeKey}
      onClick={onClose}
    >
      <X aria-hidden="true" />
    </button>
  );
}
