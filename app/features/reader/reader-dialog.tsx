import { useCallback, useEffect, useEffectEvent, useId, useReducer, useRef, useState, type KeyboardEvent } from 'react';
import { useModalDialog } from '#app/ui/use-modal-dialog.ts';
import { FailureCard } from './failure-card.tsx';
import { OpenedPdf } from './opened-pdf.ts';
import { OpeningPage } from './opening-page.tsx';
import { PageList, type PageListHandle } from './page-list.tsx';
import { PasswordForm } from './password-form.tsx';
import { actionOfKey, type ReaderControls } from './reader-actions.ts';
import { changeReader, startReading, type Highlight } from './reader-state.ts';
import { useFirstPicture } from './use-first-picture.ts';
import { Toolbar } from './toolbar.tsx';
import './reader.css';
import './dark/dark.css';

type ReaderDialogProps = {
  /** Read from here, in ranges. */
  url: string;
  title: string;
  /** Saved from here, under the name `document.pdf`. */
  downloadUrl: string;
  /** A picture of the first page, shown while the document opens there; null where there is none. */
  pictureUrl?: string | null;
  /** The page it opens at; the last one where the document has fewer. */
  initialPage?: number;
  onPageChange?: (page: number) => void;
  onClose: () => void;
};

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)');

/** The PDF reader, over the whole window (specification 2, PDF reader). */
export function ReaderDialog(props: ReaderDialogProps) {
  const { url, title, downloadUrl, pictureUrl = null, initialPage = 1, onPageChange, onClose } = props;
  const [state, change] = useReducer(changeReader, null, () => startReading(prefersDark().matches, initialPage));
  const [attempt, setAttempt] = useState(0);
  const picture = useFirstPicture(initialPage === 1 ? pictureUrl : null, state.phase.name);
  const dialog = useModalDialog({ onClose });
  const pages = useRef<PageListHandle>(null);
  const pageBox = useRef<HTMLInputElement>(null);
  const downloadLink = useRef<HTMLAnchorElement>(null);
  const titleId = useId();
  const { phase, currentPage } = state;
  const turnPage = useCallback((page: number) => change({ type: 'pageTurned', page }), []);
  const addHighlight = useCallback((highlight: Highlight) => change({ type: 'highlighted', highlight }), []);
  const tellPage = useEffectEvent((page: number) => onPageChange?.(page));

  useEffect(function followSystemTheme() {
    const preference = prefersDark();
    const follow = () => change({ type: 'systemThemeChanged', isDark: preference.matches });
    preference.addEventListener('change', follow);
    return () => preference.removeEventListener('change', follow);
  }, []);

  useEffect(
    function startAtPages() {
      if (phase.name === 'reading') pages.current?.focus();
    },
    [phase.name],
  );

  useEffect(
    function followPage() {
      if (phase.name === 'reading') tellPage(currentPage);
    },
    [phase.name, currentPage],
  );

  const controls: ReaderControls = {
    change,
    goToPage: (page) => {
      pages.current?.goTo(page);
      pages.current?.focus();
    },
    askForPage: () => pageBox.current?.focus(),
    download: () => downloadLink.current?.click(),
    close: onClose,
  };

  function handleKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, altKey, metaKey } = event;
    const action = actionOfKey({ key, ctrlKey, altKey, metaKey, isTyping: event.target instanceof HTMLInputElement });
    if (!action?.isEnabled(state)) return;
    event.preventDefault();
    action.run(controls, state);
  }

  function tryAgain() {
    change({ type: 'phaseChanged', phase: { name: 'opening' } });
    setAttempt(attempt + 1);
  }

  return (
    <dialog
      ref={dialog}
      className="reader"
      data-tone={state.isDark ? 'dark' : 'light'}
      aria-labelledby={titleId}
      onKeyDown={handleKeyDown}
    >
      <OpenedPdf key={attempt} url={url} change={change} />
      <Toolbar state={state} controls={controls} title={title} titleId={titleId} pageBoxRef={pageBox} />
      <a ref={downloadLink} href={downloadUrl} download="document.pdf" hidden tabIndex={-1}>
        Download
      </a>
      <div className="reader-body">
        {phase.name === 'opening' && <OpeningPage picture={picture} zoom={state.zoom} isDark={state.isDark} />}
        {phase.name === 'locked' && (
          <PasswordForm isWrong={phase.isWrong} onPassword={phase.answer} onCancel={onClose} />
        )}
        {phase.name === 'failed' && (
          <FailureCard message={phase.message} downloadUrl={downloadUrl} onTryAgain={tryAgain} />
        )}
        {phase.name === 'reading' && (
          <PageList
            document={phase.document}
            title={title}
            zoom={state.zoom}
            isDark={state.isDark}
            firstPicture={picture?.image ?? null}
            downloadUrl={downloadUrl}
            initialPage={currentPage}
            isHighlighting={state.isHighlighting}
            highlights={state.highlights}
            onPageTurned={turnPage}
            onHighlight={addHighlight}
            handle={pages}
          />
        )}
        {state.brokenBy && (
          <div className="reader-broken" role="alert">
            <span>{state.brokenBy}</span>
            <button type="button" className="reader-button" onClick={tryAgain}>
              Try again
            </button>
          </div>
        )}
      </div>
    </dialog>
  );
}
