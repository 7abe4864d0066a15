import { useEffect, useEffectEvent, useMemo, useReducer, useRef, useState, type Dispatch, type RefObject } from 'react';
import { isReadingDark, watchThemes } from '#app/features/layout/theme.ts';
import { useSharing } from '#app/features/share/use-sharing.tsx';
import { toggleBookmark, useBookmarks } from '#app/features/my-reading/bookmark-store.ts';
import { comparingOf } from '#app/features/viewer/comparing.ts';
import { useOpenedDialog, useSide } from '#app/features/viewer/side.ts';
import type { Done, Exam, Neighbours } from '#app/features/viewer/viewing-actions.ts';
import { useFind, type Find } from './find/use-find.ts';
import { useFindRoom } from './find/use-find-room.ts';
import { useOpenedMark } from './highlights/use-opened-mark.ts';
import { useJumping } from './jumps/use-jumping.ts';
import { useLastPage } from './memory/use-last-page.ts';
import { useTrimOffer } from './memory/use-trim-offer.ts';
import { useTwoUp } from './memory/use-two-up.ts';
import { viewSettings } from './memory/view-settings.ts';
import { useStoredHighlights } from './memory/use-stored-highlights.ts';
import { useFirstPicture } from '#app/features/reader/opening/first-picture.ts';
import type { PageListHandle } from './pages/use-strip-scroll.ts';
import { measurePage } from './pdf/draw-page.ts';
import type { PdfDocument } from './pdf/open-pdf.ts';
import { readInkOf } from './pages/read-ink.ts';
import { usePanel } from './panel/use-panel.ts';
import { clearPrinted } from './print/print-instead.ts';
import { createPageSummary } from './recognised/page-summary.ts';
import { createPageTexts } from './recognised/page-texts.ts';
import { changeReader, pageCountOf, startReading, type ReaderEvent } from '#app/features/reader/state/reader-state.ts';
import { useOuterState } from './state/use-outer-state.ts';
import { useSelection } from './selection/use-selection.ts';
import { useBars } from './toolbar/use-bars.ts';

export type ReaderOptions = {
  /** The title of the material. */
  title: string;
  /** The file's id, under which this browser stores data about the document. */
  documentId: string;
  /** The address of a picture of the first page, shown while the document opens; null if there is none. */
  pictureUrl?: string | null;
  /** The material with this file. Its id is used to request the recognised text. */
  materialId: string;
  /** Words to mark on the page at which the reader opens; '' for none. */
  initialFind?: string;
  /** The page at which the reader opens; the last page if the document has fewer. */
  initialPage?: number;
  /** True if the address named that page: then the reader does not offer to continue at another. */
  isPageNamed?: boolean;
  onPageChange?: (page: number) => void;
  /** The other papers of the subject; left out for other kinds, and until they are known. */
  neighbours?: Neighbours | null | undefined;
  /** The mark of a paper as done; left out for other kinds. */
  done?: Done | undefined;
  /** The exam mode of a paper; left out for other kinds. */
  exam?: Exam | undefined;
  /** Returns the full address for sharing a page. */
  sharedUrl: (page: number) => string;
  /** Offers to make the document available offline, in a dialog over the reader. */
  onSave: () => void;
  /** Lets the user report a problem with a page. */
  onReport: (page: number) => void;
  onClose: () => void;
};

/** The state shared by the components of an open reader. */
export type Reader = ReturnType<typeof useReader>;

/** Returns the state of a reader, the elements of its components, and its actions. */
export function useReader(options: ReaderOptions) {
  const { documentId, materialId, pictureUrl = null, initialPage = 1, initialFind = '' } = options;
  const { isPageNamed = false, onPageChange, neighbours, done, exam, onClose } = options;
  const [state, change] = useReducer(changeReader, null, () =>
    startReading(isReadingDark(), initialPage, viewSettings()),
  );
  const [attempt, setAttempt] = useState(0);
  const picture = useFirstPicture(initialPage === 1 ? pictureUrl : null, state.phase.name);
  const side = useSide();
  const dialog = useOpenedDialog({ onClose: closeTop });
  const pages = useRef<PageListHandle>(null);
  const pageBox = useRef<HTMLInputElement>(null);
  const findBox = useRef<HTMLInputElement>(null);
  const downloadLink = useRef<HTMLAnchorElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const { phase, currentPage, panel: openPanel } = state;
  const document = phase.name === 'reading' ? phase.document : null;
  const isReading = document !== null;
  const isFinding = openPanel === 'find';
  const { summary, texts, ink, labels } = useContents(document, materialId);
  const jumping = useJumping({ state, change, pages, texts, ink });
  const find = useFind({ document, texts, isOpen: isFinding, currentPage, onHit: jumping.goToHit });
  const panel = usePanel({ state, change, dialog, pages });
  const highlights = useStoredHighlights(documentId, change);
  const lastPage = useLastPage({ documentId, isPageNamed, pageCount: pageCountOf(state), currentPage, area: body });
  const halvesOffer = useTwoUp({ document, ink, pages, picture, currentPage, isHalved: state.isHalved, change });
  const trimOffer = useTrimOffer({ ink, pages, currentPage, isTrimmed: state.isTrimmed, change });
  const selection = useSelection({ dialog, document, texts });
  useOuterState({ neighbours, done, exam, bookmarks: useBookmarks(documentId), comparing: comparingOf(side) }, change);
  const sharing = useSharing();
  const openedMark = useOpenedMark(body, state.highlights);
  useRememberedFit({ document, initialPage, pages, change });
  useTheme(change);
  useFocusOnPages(isReading, dialog, pages, side.takesFocus);
  usePageReport(isReading, currentPage, onPageChange);
  const takeLanding = useLanding({ document, initialPage, initialFind, change, land: find.land });
  useFocusOnFindBox(isFinding, findBox, takeLanding);
  useEffect(function clearAfterPrinting() {
    return clearPrinted;
  }, []);
  const bars = useBars({ dialog, areHidden: state.areBarsHidden, change, focusPages: () => pages.current?.focus() });

  const findRoom = useFindRoom({ dialog, isOpen: isFinding, covered: bars.room.above });

  /** Closes the topmost part, for Escape and a phone's back gesture: the panel or dialog over the pages, else the reader. */
  function closeTop() {
    // A dialog that the browser has already closed has to be removed.
    if (openPanel && dialog.current?.open) panel.close();
    else onClose();
  }

  function share(page: number) {
    sharing.share({ title: options.title, url: options.sharedUrl(page) });
  }

  function tryAgain() {
    change({ type: 'phaseChanged', phase: { name: 'opening' } });
    setAttempt(attempt + 1);
  }

  const elements = { dialog, pages, pageBox, findBox, downloadLink, body };
  const offers = { lastPage, halvesOffer, trimOffer };
  const parts = { labels, selection, jumping, find, findRoom, panel, highlights, bars, picture, ...offers };
  return {
    state,
    change,
    document,
    summary,
    texts,
    ink,
    isFinding,
    attempt,
    tryAgain,
    elements,
    neighbours,
    done,
    exam,
    share,
    sharing: sharing.dialog,
    documentId,
    toggleBookmark: (page: number) => toggleBookmark(documentId, page),
    openedMark,
    side,
    ...parts,
  };
}

/** Returns what is read from the document besides its pages; all but the summary are null until it is open. */
function useContents(document: PdfDocument | null, materialId: string) {
  const summary = useMemo(() => createPageSummary(materialId), [materialId]);
  const texts = useMemo(
    () => document && createPageTexts(document, materialId, summary),
    [document, materialId, summary],
  );
  const ink = useMemo(() => document && readInkOf(document), [document]);
  return { summary, texts, ink, labels: usePageLabels(document) };
}

/** Returns the labels of the document's pages, once they are read. */
function usePageLabels(document: PdfDocument | null): readonly string[] | null {
  const [read, setRead] = useState<{ document: PdfDocument; labels: readonly string[] | null } | null>(null);
  useEffect(
    function readLabels() {
      if (!document) return;
      // A document that is closed meanwhile has no labels to show.
      document.labels().then(
        (labels) => setRead({ document, labels }),
        () => {},
      );
    },
    [document],
  );
  return read?.document === document ? read.labels : null;
}

/** Fits the first page that is shown to the window, if that was chosen on this device. */
function useRememberedFit(parts: {
  document: PdfDocument | null;
  initialPage: number;
  pages: RefObject<PageListHandle | null>;
  change: Dispatch<ReaderEvent>;
}) {
  const { document, initialPage, pages, change } = parts;
  useEffect(
    function fitFirstPage() {
      const { fitsPage, isTrimmed, isHalved } = viewSettings();
      if (!document || !fitsPage) return;
      let isGone = false;
      const page = Math.min(initialPage, document.pageCount);
      const fit = ({ width, height }: { width: number; height: number }) => {
        if (isGone || !pages.current) return;
        change({
          type: 'pageFitted',
          zoom: pages.current.fit('page', isTrimmed || isHalved ? undefined : height / width),
        });
        pages.current.goTo(page);
      };
      // A page that can't be read has its message.
      document.withPage(page, measurePage).then(fit, () => {});
      return () => {
        isGone = true;
      };
    },
    [document, initialPage, pages, change],
  );
}

function useTheme(change: Dispatch<ReaderEvent>) {
  useEffect(
    function followTheme() {
      return watchThemes(() => change({ type: 'themeChanged', isDark: isReadingDark() }));
    },
    [change],
  );
}

/** Focuses the pages when they are ready, unless a control of the reader was focused while they were loading. */
function useFocusOnPages(
  isReading: boolean,
  dialog: RefObject<HTMLElement | null>,
  pages: RefObject<PageListHandle | null>,
  takesFocus: () => boolean,
) {
  const mayFocus = useEffectEvent(takesFocus);
  useEffect(
    function startAtPages() {
      const focused = document.activeElement;
      const isControl = focused !== dialog.current && dialog.current?.contains(focused);
      if (isReading && !isControl && mayFocus()) pages.current?.focus();
    },
    [isReading, dialog, pages],
  );
}

function usePageReport(isReading: boolean, currentPage: number, onPageChange: ReaderOptions['onPageChange']) {
  const report = useEffectEvent((page: number) => onPageChange?.(page));
  useEffect(
    function followPage() {
      if (isReading) report(currentPage);
    },
    [isReading, currentPage],
  );
}

/**
 * Opens the find bar with the words for which the reader was opened, once, when there are pages. Returns a function
 * that returns true, once, if the find bar was opened by this.
 */
function useLanding(parts: {
  document: PdfDocument | null;
  initialPage: number;
  initialFind: string;
  change: Dispatch<ReaderEvent>;
  land: Find['land'];
}): () => boolean {
  const { document, initialPage, initialFind, change, land } = parts;
  const hasLanded = useRef(initialFind === '');
  const isLanding = useRef(false);
  const landAt = useEffectEvent(land);
  useEffect(
    function landOnce() {
      if (!document || hasLanded.current) return;
      hasLanded.current = true;
      isLanding.current = true;
      landAt(initialFind, Math.min(initialPage, document.pageCount));
      change({ type: 'panelOpened', panel: 'find' });
    },
    [document, initialPage, initialFind, change],
  );
  return () => {
    const was = isLanding.current;
    isLanding.current = false;
    return was;
  };
}

function useFocusOnFindBox(
  isFinding: boolean,
  findBox: RefObject<HTMLInputElement | null>,
  takeLanding: () => boolean,
) {
  const isLanding = useEffectEvent(takeLanding);
  useEffect(
    function startAtFindBox() {
      // A user who opens a document to read starts at the pages, and a phone shows no keyboard.
      if (!isFinding || isLanding()) return;
      findBox.current?.focus();
      findBox.current?.select();
    },
    [isFinding, findBox],
  );
}
