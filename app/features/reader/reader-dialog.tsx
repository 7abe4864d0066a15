import { useCallback, useEffect, useEffectEvent, useId, useReducer, useRef, useState, type KeyboardEvent } from 'react';
import { chooseReadingTheme, isReadingDark, watchThemes } from '#app/features/layout/theme.ts';
import { useModalDialog } from '#app/ui/use-modal-dialog.ts';
import { BackButton } from './jumps/back-button.tsx';
import { FailureCard } from './opening/failure-card.tsx';
import { FindBar } from './find/find-bar.tsx';
import { useFind } from './find/use-find.ts';
import { readSelection } from './highlights/highlight-text.ts';
import { ContinueOffer } from './memory/continue-offer.tsx';
import { UndoBar } from './memory/undo-bar.tsx';
import { useStoredHighlights } from './memory/use-stored-highlights.ts';
import { useLastPage } from './memory/use-last-page.ts';
import { ShortcutDialog } from './menu/shortcut-dialog.tsx';
import { OpenedPdf } from './opening/opened-pdf.ts';
import { OpeningPage } from './opening/opening-page.tsx';
import { PageList, type PageListHandle } from './pages/page-list.tsx';
import { PanelSlot } from './panel/panel-slot.tsx';
import { openTab } from './panel/panel-tabs.ts';
import { PasswordForm } from './opening/password-form.tsx';
import { PrintDialog } from './print/print-dialog.tsx';
import { clearPrinted } from './print/print-pages.ts';
import { actionOfKey, type ReaderControls } from './actions/reader-actions.ts';
import { changeReader, pageCountOf, availablePanel, startReading } from './reader-state.ts';
import { Toolbar } from './toolbar/toolbar.tsx';
import { useBars } from './toolbar/use-bars.ts';
import { useFirstPicture } from './opening/use-first-picture.ts';
import { useJumping } from './jumps/use-jumping.ts';
import { useMarkRemoval } from './highlights/use-mark-removal.ts';
import { usePanel } from './panel/use-panel.ts';
import './reader.css';
import './toolbar/toolbar.css';
import './pages/pages.css';
import './pages/text-layer.css';
import './cards.css';
import './dark/dark.css';

type ReaderDialogProps = {
  /** Read from here, in ranges. */
  url: string;
  /** The downloadUrl of the document's record: `url` without what we add to it. Named where reading fails. */
  recordUrl: string;
  /** The file's id: what is remembered of the document in this browser is kept under it. */
  documentId: string;
  title: string;
  /** Saved from here, under the name `document.pdf`. */
  downloadUrl: string;
  /** A picture of the first page, shown while the document opens there; null where there is none. */
  pictureUrl?: string | null;
  /** The page it opens at; the last one where the document has fewer. */
  initialPage?: number;
  /** Whether an address named that page: then nothing else is offered. */
  isPageNamed?: boolean;
  onPageChange?: (page: number) => void;
  onClose: () => void;
};

/** Longer selections are for copying; nobody looks for a whole paragraph. */
const maxSelectedLetters = 200;

/** The PDF reader, over the whole window (specification 2, PDF reader). */
export function ReaderDialog(props: ReaderDialogProps) {
  const { url, recordUrl, documentId, title, downloadUrl, pictureUrl = null, onPageChange, onClose } = props;
  const { initialPage = 1, isPageNamed = false } = props;
  const [state, change] = useReducer(changeReader, null, () => startReading(isReadingDark(), initialPage));
  const [attempt, setAttempt] = useState(0);
  const picture = useFirstPicture(initialPage === 1 ? pictureUrl : null, state.phase.name);
  const dialog = useModalDialog({ onClose: closeTop });
  const pages = useRef<PageListHandle>(null);
  const pageBox = useRef<HTMLInputElement>(null);
  const findBox = useRef<HTMLInputElement>(null);
  const downloadLink = useRef<HTMLAnchorElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const { phase, currentPage } = state;
  const document = phase.name === 'reading' ? phase.document : null;
  // Bars lie over what is read, and over its picture while it opens, or it would move when it is there.
  const hasPages = phase.name === 'reading' || phase.name === 'opening';
  const tab = openTab(state.panel);
  const isFinding = state.panel === 'find';
  const jumping = useJumping({ state, change, pages });
  const find = useFind({ document, isOpen: isFinding, currentPage, onHit: jumping.goToHit });
  const turnPage = useCallback((page: number) => change({ type: 'pageTurned', page }), []);
  const panel = usePanel({ state, change, dialog, pages });
  const kept = useStoredHighlights(documentId, change);
  const last = useLastPage({ documentId, isPageNamed, pageCount: pageCountOf(state), currentPage, area: body });
  useMarkRemoval({ area: body, isOn: state.isHighlighting, highlights: state.highlights, onRemove: kept.remove });
  const addBackgroundJob = useCallback<PageListHandle['addBackgroundJob']>(
    (run) => pages.current?.addBackgroundJob(run) ?? (() => {}),
    [],
  );
  const tellPage = useEffectEvent((page: number) => onPageChange?.(page));

  useEffect(function followTheme() {
    return watchThemes(() => change({ type: 'themeChanged', isDark: isReadingDark() }));
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

  useEffect(
    function startAtFindBox() {
      if (isFinding) startTyping(findBox.current);
    },
    [isFinding],
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
    goToPage: jumping.goToPage,
    togglePanel: (name) => (state.panel === availablePanel(name, state.hasContents) ? panel.close() : panel.open(name)),
    find: findSelected,
    stepHit: (direction) => (isFinding ? find.step(direction) : findSelected()),
    back: jumping.goBack,
    fit,
    askForPage: () => pageBox.current?.focus(),
    chooseTheme: chooseReadingTheme,
    download: () => downloadLink.current?.click(),
    close: onClose,
  };

  function fit(kind: 'width' | 'page') {
    if (!pages.current) return;
    change({ type: 'zoomedTo', zoom: pages.current.fit(kind) });
    // A page that fits whole is of use only when it is seen whole.
    if (kind === 'page') pages.current.goTo(currentPage);
  }

  /** What Escape and a phone's back gesture close: what lies open over the pages, then the reader. */
  function closeTop() {
    // A dialog the browser has already closed by itself cannot stay.
    if (state.panel && dialog.current?.open) panel.close();
    else onClose();
  }

  function findSelected() {
    const selection = getSelection();
    const words = selection?.toString().replace(/\s+/g, ' ').trim() ?? '';
    const place = dialog.current ? readSelection(selection, dialog.current)[0] : undefined;
    if (place && words.length <= maxSelectedLetters) find.begin({ words, page: place.page, offset: place.start });
    if (isFinding) startTyping(findBox.current);
    else panel.open('find');
  }

  function handleKeyDown(event: KeyboardEvent) {
    // A small dialog over the reader has its keys for itself.
    if (event.target instanceof Element && event.target.closest('dialog') !== event.currentTarget) return;
    const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
    if (key === 'Escape' && state.panel) {
      event.preventDefault();
      panel.close();
      return;
    }
    const isTyping = event.target instanceof HTMLInputElement;
    const action = actionOfKey({ key, ctrlKey, altKey, metaKey, shiftKey, isTyping });
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
      data-bars={hasPages ? (state.areBarsHidden ? 'hidden' : 'shown') : undefined}
      style={{ ['--bar-above' as string]: `${bars.room.above}px`, ['--bar-below' as string]: `${bars.room.below}px` }}
      aria-labelledby={titleId}
      onKeyDown={handleKeyDown}
    >
      <OpenedPdf key={attempt} url={url} recordUrl={recordUrl} change={change} />
      <Toolbar state={state} controls={controls} title={title} titleId={titleId} pageBoxRef={pageBox} />
      <a ref={downloadLink} href={downloadUrl} download="document.pdf" hidden tabIndex={-1}>
        Download
      </a>
      <div ref={body} className="reader-body">
        {document && isFinding && (
          <FindBar find={find} pageCount={pageCountOf(state)} inputRef={findBox} onClose={panel.close} />
        )}
        {document && tab && (
          <PanelSlot
            tab={tab}
            document={document}
            hasContents={state.hasContents}
            currentPage={currentPage}
            rotation={state.rotation}
            onTab={(name) => change({ type: 'panelOpened', panel: name })}
            onContents={(hasContents) => change({ type: 'contentsRead', hasContents })}
            onFollow={(target) => panel.goFrom(() => jumping.followEntry(target))}
            onPage={(page) => panel.goFrom(() => jumping.goToThumbnail(page))}
            highlightList={{
              title,
              highlights: state.highlights,
              areStored: kept.areStored,
              onGo: (highlight) => panel.goFrom(() => jumping.goToHighlight(highlight)),
              onRemove: kept.remove,
            }}
            addBackgroundJob={addBackgroundJob}
            onClose={panel.close}
          />
        )}
        {phase.name === 'opening' && (
          <OpeningPage picture={picture} zoom={state.zoom} isDark={state.isDark} room={bars.room} />
        )}
        {phase.name === 'locked' && (
          <PasswordForm isWrong={phase.isWrong} onPassword={phase.answer} onCancel={onClose} />
        )}
        {phase.name === 'failed' && (
          <FailureCard problem={phase.problem} downloadUrl={downloadUrl} onTryAgain={tryAgain} />
        )}
        {phase.name === 'reading' && (
          <PageList
            key={state.openings}
            document={phase.document}
            title={title}
            zoom={state.zoom}
            rotation={state.rotation}
            isDark={state.isDark}
            firstPicture={picture?.image ?? null}
            downloadUrl={downloadUrl}
            initialPage={currentPage}
            isHighlighting={state.isHighlighting}
            highlights={state.highlights}
            room={bars.room}
            finding={find.finding}
            onFollow={jumping.followLink}
            onPageTurned={turnPage}
            onHighlight={kept.add}
            onZoomed={zoomTo}
            onTravel={bars.onTravel}
            onTap={bars.onTap}
            handle={pages}
          />
        )}
        {state.isOffline && !state.brokenBy && (
          <output className="reader-broken reader-offline">
            No connection. Loaded pages stay; the rest will load once you are back online.
          </output>
        )}
        <BackButton jumps={state.jumps} onBack={jumping.goBack} />
        {state.brokenBy && (
          <div className="reader-broken" role="alert">
            <span>The rest of this document cannot be loaded. {state.brokenBy}</span>
            <button type="button" className="reader-button" onClick={tryAgain}>
              Try again
            </button>
          </div>
        )}
        {last.offer !== null && !state.removedHighlight && (
          <ContinueOffer
            page={last.offer}
            onContinue={() => {
              if (last.offer !== null) pages.current?.goTo(last.offer);
              pages.current?.focus();
            }}
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

function startTyping(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}
