import { useEffect, useEffectEvent, useId, useRef, useState, type Ref } from 'react';
import { decodeHtml } from '#domain/text/html-text.ts';
import { useSide } from '#app/features/viewer/side.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/html-viewer.ts';
import * as viewerWords from '#messages/viewer.ts';
import { PaperFrame, type PaperHandle } from './paper-frame.tsx';
import { blocksConnections, hasScripts } from './paper-scripts.ts';
import { clearPrintedPaper, printPaper } from './print-paper.ts';
import { makeReadingView } from './reading-view.ts';

type FetchedPaperProps = {
  url: string;
  title: string;
  isDark: boolean;
  zoom: number;
  /** True to show the page as it was saved, although it has a reading view. */
  isOriginal: boolean;
  /** Called when the paper is here, with true if it has a reading view. */
  onFetched: (hasReadingView: boolean) => void;
  onShown: () => void;
  onEscape: () => void;
  onTryAgain: () => void;
  onText: (text: string) => void;
  handle: Ref<PaperHandle>;
};

type Paper =
  | { state: 'loading' }
  | { state: 'here'; html: string; hasScripts: boolean; readingView: string | null }
  | { state: 'failed' };

/**
 * Loads a paper once and shows it, with messages while it is loading and if it fails. If the paper's scripts could
 * reveal the reader to another server, they run only after the reader has agreed, and only while the paper is open.
 */
export function FetchedPaper(props: FetchedPaperProps) {
  const { url, title, isDark, zoom, isOriginal, onFetched, onShown, onEscape, onTryAgain, onText, handle } = props;
  const [paper, setPaper] = useState<Paper>({ state: 'loading' });
  /** The key of the frame that is shown. */
  const [shown, setShown] = useState<string | null>(null);
  const [runsScripts, setRunsScripts] = useState(blocksConnections);
  const scroller = useRef<HTMLElement>(null);
  const mayFocus = useEffectEvent(useSide().takesFocus);
  const fetched = useEffectEvent(onFetched);
  const view = paper.state === 'here' && !isOriginal ? paper.readingView : null;
  const asksForScripts = paper.state === 'here' && view === null && paper.hasScripts && !runsScripts;
  const frameKey = view === null ? `original ${runsScripts}` : 'reading view';
  const isShown = shown === frameKey;

  useEffect(
    function fetchHtml() {
      const stop = new AbortController();
      async function load(): Promise<void> {
        const found = await fetchPaper(url, stop.signal);
        setPaper({ state: 'here', ...found, hasScripts: hasScripts(found.html) });
        fetched(found.readingView !== null);
      }
      load().catch((error: unknown) => {
        if (stop.signal.aborted) return;
        console.error('the paper could not be fetched', error);
        setPaper({ state: 'failed' });
      });
      return () => stop.abort();
    },
    [url],
  );

  useEffect(() => clearPrintedPaper, []);

  useEffect(
    function scrollPaperByKeys() {
      const focused = document.activeElement;
      const dialog = scroller.current?.closest('dialog');
      // Not from a control that was focused while it was loading.
      const isControl = focused !== dialog && focused !== scroller.current && dialog?.contains(focused);
      if (!isShown || isControl || !mayFocus()) return;
      // A script moved the focus there, so there is no outline around the whole paper.
      const focusOptions: FocusOptions & { focusVisible: boolean } = { preventScroll: true, focusVisible: false };
      scroller.current?.focus(focusOptions);
    },
    [isShown],
  );

  function show() {
    setShown(frameKey);
    scroller.current?.scrollTo({ top: 0 });
    onShown();
  }

  return (
    <>
      {asksForScripts && <ScriptsNote onRun={() => setRunsScripts(true)} />}
      <section
        ref={scroller}
        className="paper-dialog-body"
        // Focusable, so that space, arrows and Page Down scroll it.
        tabIndex={isShown ? 0 : -1}
        aria-label={viewerWords.pagesOf(title)}
      >
        {paper.state === 'here' && (
          <PaperFrame
            // Another frame for each, because a frame receives one paper.
            key={frameKey}
            html={view ?? paper.html}
            runsScripts={runsScripts && view === null}
            title={title}
            isShown={isShown}
            isDark={isDark}
            zoom={zoom}
            onShown={show}
            onFailed={() => setPaper({ state: 'failed' })}
            onEscape={onEscape}
            onScroll={(top) => scroller.current?.scrollTo({ top })}
            onPrint={printPaper}
            onText={onText}
            onMarkShown={(top, bottom) => scrollToMark(scroller.current, top, bottom)}
            handle={handle}
          />
        )}
        {paper.state === 'failed' && <FailureNote onTryAgain={onTryAgain} />}
        {paper.state !== 'failed' && !isShown && <output className="paper-dialog-note">{words.loading}</output>}
      </section>
    </>
  );
}

function FailureNote({ onTryAgain }: { onTryAgain: () => void }) {
  return (
    <div className="paper-dialog-note" role="alert">
      <p>{words.notLoaded}</p>
      <button type="button" className="paper-dialog-button" onClick={onTryAgain}>
        {actions.tryAgain}
      </button>
    </div>
  );
}

function ScriptsNote({ onRun }: { onRun: () => void }) {
  const reasonId = useId();
  return (
    <div className="paper-dialog-scripts">
      <p id={reasonId}>{words.scriptsAreOff}</p>
      <button type="button" aria-describedby={reasonId} onClick={onRun}>
        {words.runScripts}
      </button>
    </div>
  );
}

/** Scrolls a mark clearly into view if necessary: to a third from the top, so that the text after it can be read. */
function scrollToMark(scroller: HTMLElement | null, top: number, bottom: number): void {
  if (!scroller) return;
  const { scrollTop, clientHeight } = scroller;
  if (top >= scrollTop + 24 && bottom <= scrollTop + clientHeight - 48) return;
  scroller.scrollTo({ top: Math.max(0, top - clientHeight / 3) });
}

/** Loads an HTML paper as text, and makes its reading view. Throws an Error with the status, or the network error. */
async function fetchPaper(url: string, signal: AbortSignal): Promise<{ html: string; readingView: string | null }> {
  const response = await fetch(url, { signal, credentials: 'same-origin' });
  if (!response.ok) throw new Error(`the response for the paper has status ${response.status}`);
  const html = decodeHtml(new Uint8Array(await response.arrayBuffer()));
  const readingView = await makeReadingView(html).catch((error: unknown) => {
    console.error('the reading view of the paper could not be made', error);
    return null;
  });
  signal.throwIfAborted();
  return { html, readingView };
}
