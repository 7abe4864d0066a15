import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import type { PdfProblem } from '#app/features/reader/pdf/loading/pdf-problem.ts';
import { goBack, addJump, noJumps, addPageTurn, type Jump, type Jumps } from './jumps.ts';
import {
  colorOf,
  isSameHighlight,
  type Highlight,
  type HighlightColor,
} from '#app/features/reader/highlights/highlight.ts';
import { turn, type Rotation } from '#app/features/reader/geometry/rotation.ts';
import { nearestGestureZoom } from '#app/features/reader/geometry/gesture-zoom.ts';
import type { Comparing } from '#app/features/viewer/comparing.ts';
import { stepZoom, zoomLimits } from '#app/features/viewer/zoom.ts';

/** The state of opening a document. */
export type Phase =
  | { name: 'opening' }
  /** Waits for a password; calling `answer` with null cancels. */
  | { name: 'locked'; isWrong: boolean; answer: (password: string | null) => void }
  | { name: 'reading'; document: PdfDocument }
  | { name: 'failed'; problem: PdfProblem };

/** The open tab of the panel, or the find bar: only one of them is open at a time. */
export type Panel = 'contents' | 'pages' | 'find' | 'highlights';

export type ReaderState = {
  phase: Phase;
  /** Reason why no further pages can be loaded, or null. Loaded pages stay. */
  brokenBy: string | null;
  /** True while missing data waits for the connection. Loaded pages stay; the others follow automatically. */
  isOffline: boolean;
  /** Number of times that the document was opened: more than one if the file changed while it was being read. */
  openings: number;
  currentPage: number;
  zoom: number;
  /** True if the zoom was set so that a whole page fits the window. */
  fitsPage: boolean;
  /** True if pages are shown without their margins. */
  isTrimmed: boolean;
  /** True if two-up pages are shown half by half, in a narrow window. */
  isHalved: boolean;
  /** True if the window is narrow and most pages seen so far show two pages side by side. */
  isTwoUp: boolean;
  /** The rotation of the whole document. */
  rotation: Rotation;
  /** True if the bars are hidden to give the pages the whole window; only on small windows. */
  areBarsHidden: boolean;
  isDark: boolean;
  isHighlighting: boolean;
  highlights: readonly Highlight[];
  /** The colour of new highlights: the one that the user chose last. */
  highlightColor: HighlightColor;
  /** Numbers of the bookmarked pages, in order. */
  bookmarks: readonly number[];
  isReadingAloud: boolean;
  /** The part of a page's text that is read aloud, `end` exclusive. */
  spoken: { page: number; start: number; end: number } | null;
  panel: Panel | null;
  /** True if the document has a table of contents; null until that is known. */
  hasContents: boolean | null;
  jumps: Jumps;
  /** The last removed highlight, while the removal can be undone. */
  removedHighlight: Highlight | null;
  /** Availability of newer and older papers; null if the document is not a paper, or while they are not known. */
  neighbours: { hasNewer: boolean; hasOlder: boolean } | null;
  /** True if the paper is marked as done; null if the document is not a paper. */
  isDone: boolean | null;
  /** True while the clock of the exam mode is open; null if the document is not a paper. */
  isExam: boolean | null;
  /** State of reading another material next to this one: possible, open or neither. */
  comparing: Comparing;
  /** True if the list of shortcuts is shown. */
  isHelpOpen: boolean;
  /** True while printing is being prepared. */
  isPrintOpen: boolean;
};

/** A change of highlights or bookmarks. */
type MarkEvent =
  | { type: 'highlighted'; highlight: Highlight }
  | { type: 'highlightsRemembered'; highlights: readonly Highlight[] }
  | { type: 'highlightEdited'; highlight: Highlight }
  | { type: 'highlightRemoved'; highlight: Highlight }
  | { type: 'bookmarksChanged'; bookmarks: readonly number[] }
  | { type: 'undoDismissed' };

export type ReaderEvent =
  | MarkEvent
  | { type: 'phaseChanged'; phase: Phase }
  | { type: 'broke'; message: string }
  | { type: 'lineChanged'; isOffline: boolean }
  | { type: 'pageTurned'; page: number }
  | { type: 'zoomed'; direction: 1 | -1 }
  | { type: 'zoomedTo'; zoom: number }
  | { type: 'pageFitted'; zoom: number }
  | { type: 'trimmed'; isTrimmed: boolean }
  | { type: 'halved'; isHalved: boolean }
  | { type: 'twoUpFound'; isTwoUp: boolean }
  | { type: 'rotated'; direction: 1 | -1 }
  | { type: 'barsMoved'; areHidden: boolean }
  | { type: 'themeChanged'; isDark: boolean }
  | { type: 'highlightingToggled' }
  | { type: 'panelOpened'; panel: Panel }
  | { type: 'panelClosed' }
  | { type: 'contentsRead'; hasContents: boolean }
  | { type: 'jumped'; jump: Jump }
  | { type: 'jumpedBack' }
  | { type: 'aloudToggled'; isOn: boolean }
  | { type: 'spoken'; part: NonNullable<ReaderState['spoken']> }
  | { type: 'neighboursFound'; hasNewer: boolean; hasOlder: boolean }
  | { type: 'doneChanged'; isDone: boolean | null }
  | { type: 'examChanged'; isExam: boolean | null }
  | { type: 'sidesChanged'; comparing: Comparing }
  | { type: 'helpToggled'; isOpen: boolean }
  | { type: 'printToggled'; isOpen: boolean };

/** Returns the state of the reader when it opens. */
export function startReading(
  isDark: boolean,
  page: number,
  { isTrimmed = false, isHalved = false }: { isTrimmed?: boolean; isHalved?: boolean } = {},
): ReaderState {
  return {
    phase: { name: 'opening' },
    brokenBy: null,
    isOffline: false,
    openings: 0,
    currentPage: page,
    zoom: zoomLimits.start,
    fitsPage: false,
    isTrimmed,
    isHalved,
    isTwoUp: false,
    rotation: 0,
    areBarsHidden: false,
    isDark,
    isHighlighting: false,
    highlights: [],
    highlightColor: 'yellow',
    bookmarks: [],
    isReadingAloud: false,
    spoken: null,
    panel: null,
    hasContents: null,
    jumps: noJumps,
    removedHighlight: null,
    neighbours: null,
    isDone: null,
    isExam: null,
    comparing: null,
    isHelpOpen: false,
    isPrintOpen: false,
  };
}

/** Returns the state of the reader after an event. */
export function changeReader(state: ReaderState, event: ReaderEvent): ReaderState {
  switch (event.type) {
    case 'phaseChanged':
      return {
        ...state,
        phase: event.phase,
        brokenBy: null,
        isOffline: false,
        openings: state.openings + (event.phase.name === 'reading' ? 1 : 0),
        areBarsHidden: false,
        // The document may be another version of the file.
        hasContents: null,
        ...closedWithoutPages(event.phase),
      };
    case 'broke':
      return { ...state, brokenBy: event.message };
    case 'lineChanged':
      return { ...state, isOffline: event.isOffline };
    case 'pageTurned':
      if (event.page === state.currentPage) return state;
      return { ...state, currentPage: event.page, jumps: addPageTurn(state.jumps, event.page) };
    case 'zoomed':
      return { ...state, zoom: stepZoom(state.zoom, event.direction), fitsPage: false };
    case 'zoomedTo':
      return { ...state, zoom: nearestGestureZoom(event.zoom), fitsPage: false };
    case 'pageFitted':
      return { ...state, zoom: nearestGestureZoom(event.zoom), fitsPage: true };
    case 'trimmed':
      return { ...state, isTrimmed: event.isTrimmed };
    case 'halved':
      return { ...state, isHalved: event.isHalved };
    case 'twoUpFound':
      return { ...state, isTwoUp: event.isTwoUp };
    case 'rotated':
      return { ...state, rotation: turn(state.rotation, event.direction) };
    case 'barsMoved': {
      // While a panel is open the bars stay.
      const areBarsHidden = event.areHidden && state.panel === null;
      return areBarsHidden === state.areBarsHidden ? state : { ...state, areBarsHidden };
    }
    case 'themeChanged':
      return event.isDark === state.isDark ? state : { ...state, isDark: event.isDark };
    case 'highlightingToggled':
      return { ...state, isHighlighting: !state.isHighlighting };
    case 'aloudToggled':
      return { ...state, isReadingAloud: event.isOn, spoken: null };
    case 'spoken':
      return { ...state, spoken: state.isReadingAloud ? event.part : null };
    case 'highlighted':
    case 'highlightsRemembered':
    case 'highlightEdited':
    case 'bookmarksChanged':
    case 'highlightRemoved':
    case 'undoDismissed':
      return changeMarks(state, event);
    case 'panelOpened':
      return { ...state, panel: availablePanel(event.panel, state.hasContents), areBarsHidden: false };
    case 'contentsRead': {
      const panel = state.panel && availablePanel(state.panel, event.hasContents);
      return { ...state, panel, hasContents: event.hasContents };
    }
    case 'panelClosed':
      return { ...state, panel: null };
    case 'jumped':
      return { ...state, jumps: addJump(state.jumps, event.jump) };
    case 'jumpedBack':
      return { ...state, jumps: goBack(state.jumps) };
    case 'neighboursFound':
      return { ...state, neighbours: { hasNewer: event.hasNewer, hasOlder: event.hasOlder } };
    case 'doneChanged':
      return { ...state, isDone: event.isDone };
    case 'examChanged':
      return { ...state, isExam: event.isExam };
    case 'sidesChanged':
      return { ...state, comparing: event.comparing };
    case 'helpToggled':
      return { ...state, isHelpOpen: event.isOpen };
    case 'printToggled':
      return { ...state, isPrintOpen: event.isOpen };
  }
}

/** Returns the state after a change of highlights or bookmarks. */
function changeMarks(state: ReaderState, event: MarkEvent): ReaderState {
  switch (event.type) {
    case 'highlighted':
      if (state.highlights.some((each) => isSameHighlight(each, event.highlight))) return state;
      return { ...state, highlights: [...state.highlights, event.highlight], removedHighlight: null };
    case 'highlightsRemembered':
      return { ...state, highlights: event.highlights };
    case 'highlightEdited': {
      const before = state.highlights.find((each) => isSameHighlight(each, event.highlight));
      const color = colorOf(event.highlight);
      return {
        ...state,
        highlights: state.highlights.map((each) => (each === before ? event.highlight : each)),
        highlightColor: before && colorOf(before) !== color ? color : state.highlightColor,
      };
    }
    case 'bookmarksChanged':
      return { ...state, bookmarks: event.bookmarks };
    case 'highlightRemoved':
      return {
        ...state,
        highlights: state.highlights.filter((each) => !isSameHighlight(each, event.highlight)),
        removedHighlight: event.highlight,
      };
    case 'undoDismissed':
      return { ...state, removedHighlight: null };
  }
}

/** Returns the panel to open when `asked` is requested: the thumbnails if there is no table of contents. */
export function availablePanel(asked: Panel, hasContents: boolean | null): Panel {
  return asked === 'contents' && hasContents === false ? 'pages' : asked;
}

/** Returns the parts of the state that are reset when there are no pages. */
function closedWithoutPages(phase: Phase): Partial<ReaderState> {
  return phase.name === 'reading' ? {} : { panel: null, isPrintOpen: false, isReadingAloud: false, spoken: null };
}

/** True if two-up pages are shown half by half. */
export const isInHalves = ({ isHalved, isTwoUp }: ReaderState): boolean => isHalved && isTwoUp;

/** Returns the number of pages; 0 until the document is open. */
export function pageCountOf(state: ReaderState): number {
  return state.phase.name === 'reading' ? state.phase.document.pageCount : 0;
}
