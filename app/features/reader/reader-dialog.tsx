import { useCallback, useEffect, useEffectEvent, useId, useReducer, useRef, useState, type KeyboardEvent } from 'react';
import { useModalDialog } from '#app/ui/use-modal-dialog.ts';
import { FailureCard } from './failure-card.tsx';
import { ContinueOffer } from './memory/continue-offer.tsx';
import { UndoBar } from './memory/undo-bar.tsx';
import { useKeptHighlights } from './memory/use-kept-highlights.ts';
import { useLastPage } from './memory/use-last-page.ts';
import { ShortcutDialog } from './menu/shortcut-dialog.tsx';
import { OpenedPdf } from './opened-pdf.ts';
import { PageList, type PageListHandle } from './page-list.tsx';
import { PasswordForm } from './password-form.tsx';
import { PrintDialog } from './print/print-dialog.tsx';
import { clearPrinted } from './print/print-pages.ts';
import { actionOfKey, type ReaderControls } from './reader-actions.ts';
import { changeReader, pageCountOf, startReading } from './reader-state.ts';
import { Toolbar } from './toolbar.tsx';
import { useBars } from './use-bars.ts';
import { useMarkRemoval } from './use-mark-removal.ts';
import './reader.css';

type ReaderDialogProps = {
  /** Read from here, in ranges. */
  url: string;
  /** The file's id: what is remembered of the document in this browser is kept under it. */
  documentId: string;
  title: string;
  /** Saved from here, under the name `document.pdf`. */
  downloadUrl: string;
  /** The page it opens at; the last one where the document has fewer. */
  initialPage?: number;
  /** Whether an address named that page: then nothing else is offered. */
  isPageNamed?: boolean;
  onPageChange?: (page: number) => void;
  onClose: () => void;
};

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)');

/** The PDF reader, over the whole window (specification 2, PDF reader). */
export function ReaderDialog(props: ReaderDialogProps) {
  const { url, documentId, title, downloadUrl, initialPage = 1, isPageNamed = false, onPageChange, onClose } = props;
  const [state, change] = useReducer(changeReader, null, () => startReading(prefersDark().matches, initialPage));
  const [attempt, setAttempt] = useState(0);
  const dialog = useModalDialog({ onClose });
  const pages = useRef<PageListHandle>(null);
  const pageBox = useRef<HTMLInputElement>(null);
  const downloadLink = useRef<HTMLAnchorElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const { phase, currentPage } = state;
  const turnPage = useCallback((page: number) => change({ type: 'pageTurned', page }), []);
  const kept = useKeptHighlights(documentId, change);
  const last = useLastPage({ documentId, isPageNamed, pageCount: pageCountOf(state), currentPage, area: body });
  useMarkRemoval({ area: body, isOn: state.isHighlighting, highlights: state.highlights, onRemove: kept.remove });
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

  useEffect(function clearAfterPrinting() {
    return clearPrinted;
  }, []);

  const bars = useBars({
    dialog,
    areHidden: state.areBarsHidden,
    change,
    focusPages: () => pages.current?.focus(),
  });
  const zoomTo = useCallback((zoom: number) => change({ type: 'zoomedTo', zoom }), []);
  const controls: ReaderControls = {
    change,
    goToPage: (page) => {
      pages.current?.goTo(page);
      pages.current?.focus();
    },
    fit,
    askForPage: () => pageBox.current?.focus(),
    download: () => downloadLink.current?.click(),
    close: onClose,
  };

  function fit(kind: 'width' | 'page') {
    if (!pages.current) return;
    change({ type: 'zoomedTo', zoom: pages.current.fit(kind) });
    // A page that fits whole is of use only when it is seen whole.
    if (kind === 'page') pages.current.goTo(currentPage);
  }

  function handleKeyDown(event: KeyboardEvent) {
    // A small dialog over the reader has its keys for itself.
    if (event.target instanceof Element && event.target.closest('dialog') !== event.currentTarget) return;
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
      data-bars={phase.name !== 'reading' ? undefined : state.areBarsHidden ? 'hidden' : 'shown'}
      style={{ ['--bar-above' as string]: `${bars.room.above}px`, ['--bar-below' as string]: `${bars.room.below}px` }}
      aria-labelledby={titleId}
      onKeyDown={handleKeyDown}
    >
      <OpenedPdf key={attempt} url={url} change={change} />
      <Toolbar state={state} controls={controls} title={title} titleId={titleId} pageBoxRef={pageBox} />
      <a ref={downloadLink} href={downloadUrl} download="document.pdf" hidden tabIndex={-1}>
        Download
      </a>
      <div ref={body} className="reader-body">
        {phase.name === 'opening' && (
          <output className="reader-opening">
            <span className="reader-spinner" aria-hidden="true" />
            Opening…
          </output>
        )}
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
            rotation={state.rotation}
            initialPage={currentPage}
            isHighlighting={state.isHighlighting}
            highlights={state.highlights}
            room={bars.room}
            onPageTurned={turnPage}
            onHighlight={kept.add}
            onZoomed={zoomTo}
            onTravel={bars.onTravel}
            onTap={bars.onTap}
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
        {last.offer !== null && !state.removedHighlight && (
          <ContinueOffer
            page={last.offer}
            onContinue={() => last.offer !== null && controls.goToPage(last.offer)}
            onDismiss={() => {
              last.dismiss();
              pages.current?.focus();
            }}
          />
        )}
        {state.removedHighlight && (
          <UndoBar
            key={`${state.removedHighlight.page} ${state.removedHighlight.start}`}
            highlight={state.removedHighlight}
            onUndo={() => state.removedHighlight && kept.add(state.removedHighlight)}
            onDismiss={() => change({ type: 'undoDismissed' })}
          />
        )}
      </div>
      {state.isHelpOpen && <ShortcutDialog onClose={() => change({ type: 'helpToggled', isOpen: false })} />}
      {state.isPrintOpen && phase.name === 'reading' && (
        <PrintDialog
          document={phase.document}
          currentPage={currentPage}
          downloadUrl={downloadUrl}
          onClose={() => change({ type: 'printToggled', isOpen: false })}
        />
      )}
    </dialog>
  );
}
