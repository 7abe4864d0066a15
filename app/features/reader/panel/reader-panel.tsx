import { useEffect, useId, useRef, type KeyboardEvent, useState } from 'react';
import { useSideLabel } from '#app/features/viewer/comparing.ts';
import { CloseTool } from '#app/features/reader/toolbar/close-tool.tsx';
import type { Rotation } from '#app/features/reader/geometry/rotation.ts';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import type { PageTexts } from '#app/features/reader/recognised/page-texts.ts';
import { direction } from '#messages/language.ts';
import * as words from '#messages/reader/panel.ts';
import { HighlightList, type HighlightListProps } from './highlight-list.tsx';
import { OutlineView } from './outline-view.tsx';
import { panelTabs, type PanelTab } from './panel-tabs.ts';
import { ThumbnailGrid } from './thumbnail-grid.tsx';
import './panel.css';

export type ReaderPanelProps = {
  tab: PanelTab;
  document: PdfDocument;
  texts: PageTexts;
  currentPage: number;
  rotation: Rotation;
  /** True if the document has a table of contents; null until that is known. */
  hasContents: boolean | null;
  onTab: (tab: PanelTab) => void;
  onContents: (hasContents: boolean) => void;
  /** Called with the target of an entry of the outline. */
  onFollow: (target: unknown) => void;
  onPage: (page: number) => void;
  highlightList: HighlightListProps;
  /** Adds a job that runs while no page is queued; returns the function that cancels it. */
  addBackgroundJob: (run: (signal: AbortSignal) => Promise<void>) => () => void;
  onClose: () => void;
};

/** Renders the panel next to the pages or, on a phone, as a sheet over them: contents, thumbnails and highlights. */
export function ReaderPanel(props: ReaderPanelProps) {
  const { tab, document, currentPage, onTab, onClose } = props;
  const isMissing = (name: PanelTab) => name === 'contents' && props.hasContents === false;
  const usable = panelTabs.filter(({ name }) => !isMissing(name));
  const id = useId();
  const tabs = useRef<HTMLDivElement>(null);

  useEffect(
    function takeFocus() {
      tabs.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
    },
    // When it opens, and when an action or an arrow key selects another tab.
    [tab],
  );

  function handleKeyDown(event: KeyboardEvent) {
    const index = usable.findIndex(({ name }) => name === tab);
    const right = { ltr: 1, rtl: -1 }[direction];
    const goals: Record<string, number> = {
      ArrowRight: (index + right + usable.length) % usable.length,
      ArrowLeft: (index - right + usable.length) % usable.length,
      Home: 0,
      End: usable.length - 1,
    };
    const goal = goals[event.key];
    const next = goal === undefined ? undefined : usable[goal];
    if (!next) return;
    event.preventDefault();
    onTab(next.name);
  }

  return (
    <section className="reader-panel" aria-label={useSideLabel(words.panel)}>
      <div className="reader-panel-head">
        <div
          ref={tabs}
          className="reader-panel-tabs"
          role="tablist"
          aria-label={words.panel}
          tabIndex={-1}
          onKeyDown={handleKeyDown}
        >
          {panelTabs.map(({ name, label }) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              aria-selected={name === tab}
              aria-disabled={isMissing(name) || undefined}
              aria-describedby={isMissing(name) && tab === 'pages' ? `${id}-reason` : undefined}
              aria-controls={`${id}-panel`}
              tabIndex={name === tab ? 0 : -1}
              onClick={() => onTab(name)}
            >
              {label}
            </button>
          ))}
        </div>
        <CloseTool label={words.closePanel} onClose={onClose} />
      </div>
      {tab === 'pages' && isMissing('contents') && (
        <output id={`${id}-reason`} className="reader-panel-note">
          {words.noContents}
        </output>
      )}
      <div className="reader-panel-body" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
        {tab === 'contents' && (
          <OutlineView
            document={document}
            currentPage={currentPage}
            onFollow={props.onFollow}
            onContents={props.onContents}
          />
        )}
        {tab === 'pages' && (
          <ThumbnailGrid
            document={document}
            currentPage={currentPage}
            rotation={props.rotation}
            onPage={props.onPage}
            addBackgroundJob={props.addBackgroundJob}
          />
        )}
        {tab === 'highlights' && <HighlightList {...props.highlightList} />}
      </div>
      <RecognisedNote texts={props.texts} page={currentPage} />
    </section>
  );
}

/** Shows that the text of the current page was recognised; renders nothing on other pages. */
function RecognisedNote({ texts, page }: { texts: PageTexts; page: number }) {
  const [recognisedPage, setRecognisedPage] = useState(0);
  useEffect(
    function findOut() {
      const stop = new AbortController();
      texts.isRecognised(page, stop.signal).then(
        (isRecognised) => setRecognisedPage(isRecognised ? page : 0),
        () => {},
      );
      return () => stop.abort();
    },
    [texts, page],
  );
  if (recognisedPage !== page) return null;
  return <p className="reader-panel-recognised">{words.recognisedPage(page)}</p>;
}
