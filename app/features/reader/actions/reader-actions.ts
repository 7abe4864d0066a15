import { zoomLimits } from '#app/features/reader/geometry/zoom.ts';
import {
  pageCountOf,
  panelInstead,
  type Panel,
  type ReaderEvent,
  type ReaderState,
} from '#app/features/reader/reader-state.ts';

/** What an action may do to the reader. */
export type ReaderControls = {
  change: (event: ReaderEvent) => void;
  goToPage: (page: number) => void;
  fit: (kind: 'width' | 'page') => void;
  askForPage: () => void;
  /** Shows documents dark or light from now on. */
  chooseTheme: (isDark: boolean) => void;
  /** Opens a tab of the panel, or the bar for finding words; closes it when it is open. */
  togglePanel: (panel: Panel) => void;
  /** Opens the bar for finding words with the words selected in it, or goes to it. */
  find: () => void;
  /** Goes to the next hit, or the one before; opens the bar while nothing is looked for. */
  stepHit: (direction: 1 | -1) => void;
  /** Goes back to where one jumped from. */
  back: () => void;
  download: () => void;
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
  | 'highlights'
  | 'print'
  | 'shortcuts';

/** Something the reader can do, told once: toolbar, menu and keys read it from here. */
export type ReaderAction = {
  name: ReaderActionName;
  label: string;
  /**
   * Values of `KeyboardEvent.key` that run it, with what is held before them: 'Control+f'. Shift is named only where the
   * key says nothing of it itself: 'Shift+F3', but 'R'.
   */
  keys: readonly string[];
  /** The key that does the same where something else hears it. */
  keyHeardElsewhere?: string;
  isEnabled: (state: ReaderState) => boolean;
  /** For what is on or off; absent for what is simply done. */
  isOn?: (state: ReaderState) => boolean;
  run: (controls: ReaderControls, state: ReaderState) => void;
};

const isReading = (state: ReaderState) => state.phase.name === 'reading';

export const readerActions: readonly ReaderAction[] = [
  {
    name: 'close',
    label: 'Close',
    keys: [],
    // By the dialog itself, wherever the focus is.
    keyHeardElsewhere: 'Escape',
    isEnabled: () => true,
    run: (controls) => controls.close(),
  },
  {
    name: 'previousPage',
    label: 'Previous page',
    keys: ['p', 'k'],
    isEnabled: (state) => isReading(state) && state.currentPage > 1,
    run: (controls, state) => controls.goToPage(state.currentPage - 1),
  },
  {
    name: 'nextPage',
    label: 'Next page',
    keys: ['n', 'j'],
    isEnabled: (state) => isReading(state) && state.currentPage < pageCountOf(state),
    run: (controls, state) => controls.goToPage(state.currentPage + 1),
  },
  {
    name: 'goToPage',
    label: 'Go to page',
    keys: ['g'],
    isEnabled: isReading,
    run: (controls) => controls.askForPage(),
  },
  {
    name: 'zoomOut',
    label: 'Zoom out',
    keys: ['-'],
    isEnabled: (state) => isReading(state) && state.zoom > zoomLimits.min,
    run: (controls) => controls.change({ type: 'zoomed', direction: -1 }),
  },
  {
    name: 'zoomIn',
    label: 'Zoom in',
    keys: ['+', '='],
    isEnabled: (state) => isReading(state) && state.zoom < zoomLimits.max,
    run: (controls) => controls.change({ type: 'zoomed', direction: 1 }),
  },
  {
    name: 'fitWidth',
    label: 'Fit width',
    keys: ['w'],
    isEnabled: isReading,
    run: (controls) => controls.fit('width'),
  },
  {
    name: 'fitPage',
    label: 'Fit page',
    keys: ['z'],
    isEnabled: isReading,
    run: (controls) => controls.fit('page'),
  },
  {
    name: 'rotate',
    label: 'Rotate right',
    keys: ['r'],
    isEnabled: isReading,
    run: (controls) => controls.change({ type: 'rotated', direction: 1 }),
  },
  {
    name: 'rotateBack',
    label: 'Rotate left',
    keys: ['R'],
    isEnabled: isReading,
    run: (controls) => controls.change({ type: 'rotated', direction: -1 }),
  },
  {
    name: 'toggleDark',
    label: 'Dark mode',
    keys: ['d'],
    isEnabled: () => true,
    isOn: (state) => state.isDark,
    run: (controls, state) => controls.chooseTheme(!state.isDark),
  },
  {
    name: 'toggleHighlighting',
    label: 'Highlight mode',
    keys: ['h'],
    isEnabled: isReading,
    isOn: (state) => state.isHighlighting,
    run: (controls) => controls.change({ type: 'highlightingToggled' }),
  },
  {
    name: 'download',
    label: 'Download',
    keys: ['s'],
    isEnabled: () => true,
    run: (controls) => controls.download(),
  },
  {
    name: 'contents',
    label: 'Contents',
    keys: ['c'],
    isEnabled: isReading,
    isOn: (state) => state.panel === panelInstead('contents', state.hasContents),
    run: (controls) => controls.togglePanel('contents'),
  },
  {
    name: 'thumbnails',
    label: 'Thumbnails',
    keys: ['t'],
    isEnabled: isReading,
    isOn: (state) => state.panel === 'pages',
    run: (controls) => controls.togglePanel('pages'),
  },
  {
    name: 'find',
    label: 'Find in document',
    keys: ['f', '/', 'Control+f', 'Meta+f'],
    isEnabled: isReading,
    isOn: (state) => state.panel === 'find',
    run: (controls) => controls.find(),
  },
  {
    name: 'nextHit',
    label: 'Next match',
    keys: ['F3', 'Control+g', 'Meta+g'],
    isEnabled: isReading,
    run: (controls) => controls.stepHit(1),
  },
  {
    name: 'previousHit',
    label: 'Previous match',
    keys: ['Shift+F3', 'Control+Shift+g', 'Meta+Shift+g'],
    isEnabled: isReading,
    run: (controls) => controls.stepHit(-1),
  },
  {
    name: 'back',
    label: 'Go back',
    keys: ['b'],
    isEnabled: (state) => isReading(state) && state.jumps.left.length > 0,
    run: (controls) => controls.back(),
  },
  {
    name: 'highlights',
    label: 'Highlights',
    keys: ['l'],
    isEnabled: isReading,
    isOn: (state) => state.panel === 'highlights',
    run: (controls) => controls.togglePanel('highlights'),
  },
  {
    name: 'print',
    label: 'Print',
    keys: ['i', 'Control+p', 'Meta+p'],
    isEnabled: isReading,
    run: (controls) => controls.change({ type: 'printToggled', isOpen: true }),
  },
  {
    name: 'shortcuts',
    label: 'Keyboard shortcuts',
    keys: ['?'],
    isEnabled: () => true,
    run: (controls) => controls.change({ type: 'helpToggled', isOpen: true }),
  },
];

/** The action of that name. */
export function readerAction(name: ReaderActionName): ReaderAction {
  return readerActions.find((action) => action.name === name)!;
}

/** What stands on the key of an action: the first of its keys as a keyboard shows it. Undefined where it has none. */
export function keyCap({ keys, keyHeardElsewhere }: ReaderAction): string | undefined {
  const key = keys[0] ?? keyHeardElsewhere;
  return key === undefined ? undefined : keyCapOf(key);
}

/** A key of an action as a keyboard shows it: 'Ctrl+F', 'Esc', a capital letter with Shift. */
export function keyCapOf(key: string): string {
  if (/^[A-Z]$/.test(key)) return `Shift+${key}`;
  if (key.length === 1) return key.toUpperCase();
  return key
    .split('+')
    .map((part) => capNames[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join('+');
}

const capNames: Readonly<Record<string, string>> = { Escape: 'Esc', Control: 'Ctrl', Meta: 'Cmd' };

type PressedKey = {
  key: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  /** Whether the key goes into a field. */
  isTyping: boolean;
};

/**
 * The action a pressed key asks for, or null. Keys typed into a field ask for none; with Ctrl or Meta, and keys that
 * write nothing (F3), they ask for theirs there too.
 */
export function actionOfKey(pressed: PressedKey): ReaderAction | null {
  const isTyped = pressed.key.length === 1 && !pressed.ctrlKey && !pressed.metaKey;
  if (pressed.isTyping && isTyped) return null;
  const name = nameOfKey(pressed);
  return readerActions.find((action) => action.keys.includes(name)) ?? null;
}

/** The pressed key as actions name it, with what is held before it. */
function nameOfKey({ key, ctrlKey, altKey, metaKey, shiftKey }: PressedKey): string {
  const isPlain = !ctrlKey && !altKey && !metaKey;
  // What is typed says by itself whether Shift was held, and some keyboards have + or / only with it.
  const isShiftNamed = shiftKey && !(isPlain && key.length === 1);
  const held = [ctrlKey && 'Control', altKey && 'Alt', metaKey && 'Meta', isShiftNamed && 'Shift'].filter(Boolean);
  return [...held, isPlain || key.length > 1 ? key : key.toLowerCase()].join('+');
}
