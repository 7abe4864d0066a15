import {
  ArrowLeftRight,
  ArrowRightToLine,
  Bookmark,
  BookOpenText,
  CalendarArrowDown,
  CalendarArrowUp,
  ChevronDown,
  ChevronUp,
  CircleCheck,
  CloudDownload,
  Columns2,
  Crop,
  Download,
  Flag,
  Highlighter,
  Images,
  Keyboard,
  ListTree,
  Maximize,
  Minus,
  Moon,
  MoveHorizontal,
  Plus,
  Printer,
  RotateCcw,
  RotateCw,
  Search,
  Share2,
  SquareSplitHorizontal,
  StickyNote,
  Sun,
  TextSelect,
  Timer,
  Undo2,
  Volume2,
  X,
  type LucideIcon,
} from 'lucide-react';
import { maxBookmarks } from '#app/features/my-reading/bookmark-store.ts';
import { findByKey, type KeyedAction, type PressedKey } from '#app/features/viewer/action-keys.ts';
import { compareActions } from '#app/features/viewer/comparing.ts';
import {
  doneAction,
  examAction,
  hitActions,
  neighbourActions,
  viewingActions,
} from '#app/features/viewer/viewing-actions.ts';
import { zoomLimits } from '#app/features/viewer/zoom.ts';
import {
  pageCountOf,
  availablePanel,
  isInHalves,
  type Panel,
  type ReaderEvent,
  type ReaderState,
} from '#app/features/reader/state/reader-state.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/reader/actions.ts';
import * as viewerWords from '#messages/viewer.ts';

/** The operations that actions can perform in the reader. */
export type ReaderControls = {
  change: (event: ReaderEvent) => void;
  goToPage: (page: number) => void;
  /** Goes to the next page or half of a page (`by` 1), or to the one before (-1). */
  step: (by: 1 | -1) => void;
  /** Fits the page to the window. `page` is remembered, and ends if it is on. */
  fit: (kind: 'width' | 'page') => void;
  askForPage: () => void;
  /** Shows pages without or with their margins from now on. */
  trim: (isTrimmed: boolean) => void;
  /** Shows two-up pages half by half or whole from now on, in narrow windows. */
  halve: (isHalved: boolean) => void;
  /** Shows documents dark or light from now on. */
  chooseTheme: (isDark: boolean) => void;
  /** Opens a tab of the panel, or the find bar; closes it if it is already open. */
  togglePanel: (panel: Panel) => void;
  /** Opens the find bar with the selected words. If the bar is open, moves the focus to it. */
  find: () => void;
  /** Selects the text of the document. */
  selectAll: () => void;
  /** Goes to the next or the previous hit; opens the find bar if it is closed. */
  stepHit: (direction: 1 | -1) => void;
  /** Goes back to the position where the last jump started. */
  back: () => void;
  download: () => void;
  share: () => void;
  /** Offers to make the document available offline. */
  saveOffline: () => void;
  toggleDone: () => void;
  /** Reads the document aloud from here, or stops. */
  readAloud: () => void;
  /** Bookmarks the current page, or removes its bookmark. */
  toggleBookmark: () => void;
  /** Asks for the time of the exam, or ends it. */
  toggleExam: () => void;
  /** Lets the user report a problem with the document. */
  report: () => void;
  /** Opens the newer or the older paper of the subject in place of this one. */
  goToNeighbour: (which: 'newer' | 'older') => void;
  /** Lets the user choose a material to read next to this one. */
  compare: () => void;
  swapSides: () => void;
  goToOtherSide: () => void;
  close: () => void;
};

export type ReaderActionName =
  | 'close'
  | 'previousPage'
  | 'nextPage'
  | 'goToPage'
  | 'zoomOut'
  | 'zoomIn'
  | 'fitWidth'
  | 'fitPage'
  | 'trimMargins'
  | 'oneHalf'
  | 'rotate'
  | 'rotateBack'
  | 'toggleDark'
  | 'toggleHighlighting'
  | 'download'
  | 'contents'
  | 'thumbnails'
  | 'find'
  | 'nextHit'
  | 'previousHit'
  | 'back'
  | 'selectAll'
  | 'highlights'
  | 'toggleBookmark'
  | 'readAloud'
  | 'share'
  | 'saveOffline'
  | 'toggleDone'
  | 'examMode'
  | 'report'
  | 'print'
  | 'newerPaper'
  | 'olderPaper'
  | 'compare'
  | 'swapSides'
  | 'otherSide'
  | 'shortcuts';

/** An action of the reader. Toolbar, menu and shortcuts are generated from this single definition. */
export type ReaderAction = KeyedAction & {
  name: ReaderActionName;
  icon: LucideIcon;
  /** The icon in the toolbars while the action is on, if it differs. */
  iconOn?: LucideIcon;
  isEnabled: (state: ReaderState) => boolean;
  /** Set only for actions that not every document has. Returns false to leave the action out of the menu. */
  isOffered?: (state: ReaderState) => boolean;
  /** Returns false while the action would show nothing, to leave it out of the menu on touch screens. */
  isUseful?: (state: ReaderState) => boolean;
  /** Set only for actions that can be on or off. */
  isOn?: (state: ReaderState) => boolean;
  run: (controls: ReaderControls, state: ReaderState) => void;
};

type ActionGroup = { title: string; actions: readonly ReaderAction[] };

const isBeside = (state: ReaderState) => state.comparing === 'beside';
const isBookmarked = (state: ReaderState) => state.bookmarks.includes(state.currentPage);
const isReading = (state: ReaderState) => state.phase.name === 'reading';

/** The actions in the groups and the order of the menu and the list of shortcuts. */
export const actionGroups: readonly ActionGroup[] = [
  {
    title: words.pagesGroup,
    actions: [
      {
        name: 'previousPage',
        label: words.previousPage,
        icon: ChevronUp,
        keys: ['p', 'k'],
        isEnabled: (state) => isReading(state) && (state.currentPage > 1 || isInHalves(state)),
        run: (controls) => controls.step(-1),
      },
      {
        name: 'nextPage',
        label: words.nextPage,
        icon: ChevronDown,
        keys: ['n', 'j'],
        isEnabled: (state) => isReading(state) && (state.currentPage < pageCountOf(state) || isInHalves(state)),
        run: (controls) => controls.step(1),
      },
      {
        name: 'goToPage',
        label: words.goToPage,
        icon: BookOpenText,
        keys: ['g'],
        isEnabled: isReading,
        run: (controls) => controls.askForPage(),
      },
      {
        name: 'back',
        label: words.goBack,
        icon: Undo2,
        keys: ['b'],
        isEnabled: (state) => isReading(state) && state.jumps.left.length > 0,
        run: (controls) => controls.back(),
      },
    ],
  },
  {
    title: words.findGroup,
    actions: [
      {
        name: 'contents',
        label: words.contents,
        icon: ListTree,
        keys: ['c'],
        isEnabled: isReading,
        isOn: (state) => state.panel === availablePanel('contents', state.hasContents),
        run: (controls) => controls.togglePanel('contents'),
      },
      {
        name: 'thumbnails',
        label: words.thumbnails,
        icon: Images,
        keys: ['t'],
        isEnabled: isReading,
        isOn: (state) => state.panel === 'pages',
        run: (controls) => controls.togglePanel('pages'),
      },
      {
        ...viewingActions.find,
        icon: Search,
        isEnabled: isReading,
        isOn: (state) => state.panel === 'find',
        run: (controls) => controls.find(),
      },
      {
        ...hitActions.nextHit,
        icon: ChevronDown,
        isEnabled: isReading,
        run: (controls) => controls.stepHit(1),
      },
      {
        ...hitActions.previousHit,
        icon: ChevronUp,
        isEnabled: isReading,
        run: (controls) => controls.stepHit(-1),
      },
    ],
  },
  {
    title: viewerWords.viewGroup,
    actions: [
      {
        ...viewingActions.zoomOut,
        icon: Minus,
        isEnabled: (state) => isReading(state) && state.zoom > zoomLimits.min,
        run: (controls) => controls.change({ type: 'zoomed', direction: -1 }),
      },
      {
        ...viewingActions.zoomIn,
        icon: Plus,
        isEnabled: (state) => isReading(state) && state.zoom < zoomLimits.max,
        run: (controls) => controls.change({ type: 'zoomed', direction: 1 }),
      },
      {
        name: 'fitWidth',
        label: words.fitWidth,
        icon: MoveHorizontal,
        keys: ['w'],
        isEnabled: isReading,
        run: (controls) => controls.fit('width'),
      },
      {
        name: 'fitPage',
        label: words.fitPage,
        icon: Maximize,
        keys: ['z'],
        isEnabled: isReading,
        isOn: (state) => state.fitsPage,
        run: (controls) => controls.fit('page'),
      },
      {
        name: 'trimMargins',
        label: words.trimMargins,
        icon: Crop,
        keys: ['m'],
        isEnabled: isReading,
        isOn: (state) => state.isTrimmed,
        run: (controls, state) => controls.trim(!state.isTrimmed),
      },
      {
        name: 'oneHalf',
        label: words.oneHalf,
        icon: SquareSplitHorizontal,
        keys: ['u'],
        isOffered: (state) => state.isTwoUp,
        isEnabled: (state) => isReading(state) && state.isTwoUp,
        isOn: (state) => state.isHalved,
        run: (controls, state) => controls.halve(!state.isHalved),
      },
      {
        name: 'rotate',
        label: words.rotateRight,
        icon: RotateCw,
        keys: ['r'],
        isEnabled: isReading,
        run: (controls) => controls.change({ type: 'rotated', direction: 1 }),
      },
      {
        name: 'rotateBack',
        label: words.rotateLeft,
        icon: RotateCcw,
        keys: ['R'],
        isEnabled: isReading,
        run: (controls) => controls.change({ type: 'rotated', direction: -1 }),
      },
      {
        name: 'readAloud',
        label: words.readAloud,
        icon: Volume2,
        keys: ['a'],
        isOffered: () => 'speechSynthesis' in globalThis,
        isEnabled: isReading,
        isOn: (state) => state.isReadingAloud,
        run: (controls) => controls.readAloud(),
      },
      {
        ...viewingActions.toggleDark,
        icon: Moon,
        iconOn: Sun,
        isEnabled: () => true,
        isOn: (state) => state.isDark,
        run: (controls, state) => controls.chooseTheme(!state.isDark),
      },
    ],
  },
  {
    title: words.marksGroup,
    actions: [
      {
        name: 'toggleHighlighting',
        label: words.highlightMode,
        icon: Highlighter,
        keys: ['h'],
        isEnabled: isReading,
        isOn: (state) => state.isHighlighting,
        run: (controls) => controls.change({ type: 'highlightingToggled' }),
      },
      {
        name: 'highlights',
        label: words.highlights,
        icon: StickyNote,
        keys: ['l'],
        isEnabled: isReading,
        isUseful: (state) => state.highlights.length + state.bookmarks.length > 0,
        isOn: (state) => state.panel === 'highlights',
        run: (controls) => controls.togglePanel('highlights'),
      },
      {
        name: 'toggleBookmark',
        label: words.bookmarkPage,
        icon: Bookmark,
        keys: ['B'],
        isEnabled: (state) => isReading(state) && (isBookmarked(state) || state.bookmarks.length < maxBookmarks),
        isOn: isBookmarked,
        run: (controls) => controls.toggleBookmark(),
      },
    ],
  },
  {
    title: words.sidesGroup,
    actions: [
      {
        ...compareActions.compare,
        icon: Columns2,
        isOffered: (state) => state.comparing !== null,
        isEnabled: (state) => state.comparing !== null,
        run: (controls) => controls.compare(),
      },
      {
        ...compareActions.swapSides,
        icon: ArrowLeftRight,
        isOffered: isBeside,
        isEnabled: isBeside,
        run: (controls) => controls.swapSides(),
      },
      {
        ...compareActions.otherSide,
        icon: ArrowRightToLine,
        isOffered: isBeside,
        isEnabled: isBeside,
        run: (controls) => controls.goToOtherSide(),
      },
    ],
  },
  {
    title: viewerWords.documentGroup,
    actions: [
      {
        ...neighbourActions.newerPaper,
        icon: CalendarArrowUp,
        isOffered: (state) => state.neighbours !== null,
        isEnabled: (state) => state.neighbours?.hasNewer ?? false,
        run: (controls) => controls.goToNeighbour('newer'),
      },
      {
        ...neighbourActions.olderPaper,
        icon: CalendarArrowDown,
        isOffered: (state) => state.neighbours !== null,
        isEnabled: (state) => state.neighbours?.hasOlder ?? false,
        run: (controls) => controls.goToNeighbour('older'),
      },
      {
        ...doneAction,
        icon: CircleCheck,
        isOffered: (state) => state.isDone !== null,
        isEnabled: (state) => state.isDone !== null,
        isOn: (state) => state.isDone === true,
        run: (controls) => controls.toggleDone(),
      },
      {
        ...examAction,
        icon: Timer,
        isOffered: (state) => state.isExam !== null,
        isEnabled: (state) => state.isExam !== null && isReading(state),
        isOn: (state) => state.isExam === true,
        run: (controls) => controls.toggleExam(),
      },
      {
        ...viewingActions.share,
        icon: Share2,
        isEnabled: () => true,
        run: (controls) => controls.share(),
      },
      {
        ...viewingActions.download,
        icon: Download,
        isEnabled: () => true,
        run: (controls) => controls.download(),
      },
      {
        ...viewingActions.saveOffline,
        icon: CloudDownload,
        isEnabled: () => true,
        run: (controls) => controls.saveOffline(),
      },
      {
        ...viewingActions.print,
        icon: Printer,
        isEnabled: isReading,
        run: (controls) => controls.change({ type: 'printToggled', isOpen: true }),
      },
      {
        ...viewingActions.selectAll,
        icon: TextSelect,
        isEnabled: isReading,
        run: (controls) => controls.selectAll(),
      },
      {
        name: 'report',
        label: actions.reportProblem,
        icon: Flag,
        keys: [],
        isEnabled: () => true,
        run: (controls) => controls.report(),
      },
      {
        name: 'shortcuts',
        label: words.shortcuts,
        icon: Keyboard,
        keys: ['?'],
        isEnabled: () => true,
        run: (controls) => controls.change({ type: 'helpToggled', isOpen: true }),
      },
      {
        name: 'close',
        label: actions.close,
        icon: X,
        keys: [],
        // The dialog handles it, regardless of the focus.
        keyHandledElsewhere: 'Escape',
        isEnabled: () => true,
        run: (controls) => controls.close(),
      },
    ],
  },
];

export const readerActions: readonly ReaderAction[] = actionGroups.flatMap(({ actions }) => actions);

/** Returns the action of that name. */
export function readerAction(name: ReaderActionName): ReaderAction {
  const action = readerActions.find((each) => each.name === name);
  if (!action) throw new Error(`no reader action is named ${name}`);
  return action;
}

/** Returns the action of a pressed key, or null. */
export function actionOfKey(pressed: PressedKey): ReaderAction | null {
  return findByKey(readerActions, pressed);
}
