import { ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import type { OutlineEntry } from '#app/features/reader/pdf/outline.ts';
import { digits } from '#messages/format.ts';
import { direction } from '#messages/language.ts';
import * as actionWords from '#messages/reader/actions.ts';
import * as words from '#messages/reader/panel.ts';
import { visibleEntries, currentEntry } from './outline-tree.ts';
import { langOf } from '#app/ui/lang-of.ts';

/** The keys that lead into an entry and out of it. */
const [inKey, outKey] = { ltr: ['ArrowRight', 'ArrowLeft'], rtl: ['ArrowLeft', 'ArrowRight'] }[direction];

type OutlineViewProps = {
  document: PdfDocument;
  currentPage: number;
  onFollow: (target: unknown) => void;
  /** Called when it is known whether there are entries. */
  onContents: (hasContents: boolean) => void;
};

/** Renders the document's outline as a tree whose entries can be expanded, with the current chapter marked. */
export function OutlineView({ document, currentPage, onFollow, onContents }: OutlineViewProps) {
  const [outline, setOutline] = useState<readonly OutlineEntry[] | null>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  /** True until the current chapter is found; its parents expand automatically. */
  const [isSeeking, setIsSeeking] = useState(true);
  const list = useRef<HTMLElement>(null);
  const shownEntries = visibleEntries(outline ?? [], open);
  const { pages, isKnown } = useEntryPages(document, shownEntries);
  const read = currentEntry(shownEntries, pages, currentPage);
  const readId = read?.id ?? null;
  const reportContents = useEffectEvent(onContents);

  useEffect(
    function readOutline() {
      let isGone = false;
      const read = async () => {
        const entries = await document.outline();
        if (isGone) return;
        setOutline(entries);
        reportContents(entries.length > 0);
      };
      void read();
      return () => {
        isGone = true;
      };
    },
    [document],
  );

  useEffect(
    function openParentsOfChapter() {
      if (!isSeeking || !outline || !isKnown) return;
      if (read && read.children.length > 0 && !open.has(read.id)) setOpen(new Set(open).add(read.id));
      else setIsSeeking(false);
    },
    [isSeeking, outline, isKnown, read, open],
  );

  useEffect(
    function scrollToCurrentChapter() {
      const row = list.current?.querySelector('[aria-current]');
      if (row && !list.current?.contains(row.ownerDocument.activeElement)) row.scrollIntoView({ block: 'nearest' });
    },
    [readId, isSeeking],
  );

  function toggle(entry: OutlineEntry) {
    setIsSeeking(false);
    const next = new Set(open);
    if (!next.delete(entry.id)) next.add(entry.id);
    setOpen(next);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')];
    const row = event.target instanceof Element ? event.target.closest('[data-entry-row]') : null;
    const held = row?.querySelector<HTMLElement>('[data-entry]');
    const index = held ? rows.indexOf(held) : -1;
    if (index === -1) return;
    const entry = shownEntries[index];
    const goals: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 };
    const goal = goals[event.key];
    if (goal !== undefined) rows[goal]?.focus();
    else if (event.key === inKey && entry && entry.children.length > 0) {
      if (open.has(entry.id)) rows[index + 1]?.focus();
      else toggle(entry);
    } else if (event.key === outKey && entry) {
      if (open.has(entry.id)) toggle(entry);
      else
        rows[
          shownEntries.findIndex(
            ({ id }) => entry.id.startsWith(`${id}.`) && !entry.id.slice(id.length + 1).includes('.'),
          )
        ]?.focus();
    } else return;
    event.preventDefault();
  }

  if (outline === null) return <output className="reader-panel-note">{words.loadingContents}</output>;
  const rows = { pages, open, readId, onToggle: toggle, onFollow };
  return (
    <nav ref={list} className="reader-outline" aria-label={actionWords.contents} onKeyDown={handleKeyDown}>
      <Entries entries={outline} {...rows} />
    </nav>
  );
}

type EntriesProps = {
  entries: readonly OutlineEntry[];
  pages: ReadonlyMap<string, number | null>;
  open: ReadonlySet<string>;
  readId: string | null;
  onToggle: (entry: OutlineEntry) => void;
  onFollow: (target: unknown) => void;
};

function Entries({ entries, ...rows }: EntriesProps) {
  return (
    <ul>
      {entries.map((entry) => {
        const isOpen = rows.open.has(entry.id);
        return (
          <li key={entry.id}>
            <div className="reader-outline-row" data-entry-row="">
              {entry.children.length > 0 && (
                <button
                  type="button"
                  className="reader-tool"
                  aria-label={words.within(entry.title)}
                  aria-expanded={isOpen}
                  onClick={() => rows.onToggle(entry)}
                >
                  <ChevronRight aria-hidden="true" />
                </button>
              )}
              <EntryTitle entry={entry} page={rows.pages.get(entry.id) ?? null} {...rows} />
            </div>
            {isOpen && entry.children.length > 0 && <Entries entries={entry.children} {...rows} />}
          </li>
        );
      })}
    </ul>
  );
}

type EntryTitleProps = Omit<EntriesProps, 'entries' | 'pages' | 'open'> & { entry: OutlineEntry; page: number | null };

function EntryTitle({ entry, page, readId, onToggle, onFollow }: EntryTitleProps) {
  if (entry.url !== null) {
    return (
      <a data-entry="" href={entry.url} data-tooltip={entry.url} target="_blank" rel="noopener noreferrer nofollow">
        <bdi lang={langOf(entry.title)}>{entry.title}</bdi>
      </a>
    );
  }
  return (
    <button
      type="button"
      data-entry=""
      aria-current={entry.id === readId || undefined}
      onClick={() => (entry.target === null ? onToggle(entry) : onFollow(entry.target))}
    >
      <bdi lang={langOf(entry.title)}>{entry.title}</bdi>
      {page !== null && (
        <span className="reader-outline-page">
          <span className="sr-only">{words.entryPage} </span>
          {digits(page)}
        </span>
      )}
    </button>
  );
}

/** Number of entries whose pages are requested at once: few at first, so that the first entries get their page soon. */
const firstBatchSize = 20;
const batchSize = 500;

/**
 * Returns the pages on which these entries of the outline start: null for one without a target, absent while it is
 * being read. Only visible entries are read, because finding a page may take requests. `isKnown` is true when all of
 * these pages are known.
 */
function useEntryPages(
  document: PdfDocument,
  entries: readonly OutlineEntry[],
): { pages: ReadonlyMap<string, number | null>; isKnown: boolean } {
  const [pages, setPages] = useState<ReadonlyMap<string, number | null>>(new Map());
  const batch = entries.filter(({ id }) => !pages.has(id)).slice(0, pages.size === 0 ? firstBatchSize : batchSize);
  const key = batch.map(({ id }) => id).join(' ');

  const findPages = useEffectEvent(async (signal: AbortSignal) => {
    const found = await Promise.all(batch.map(({ target }) => (target === null ? null : document.pageOf(target))));
    if (signal.aborted) return;
    setPages((before) => new Map([...before, ...batch.map(({ id }, index) => [id, found[index] ?? null] as const)]));
  });

  useEffect(
    function askForPages() {
      if (key === '') return;
      const stop = new AbortController();
      void findPages(stop.signal);
      return () => stop.abort();
    },
    // The same entries give the same pages.
    [document, key],
  );
  return { pages, isKnown: batch.length === 0 };
}
