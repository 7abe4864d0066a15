import { zoomLimits } from './geometry/zoom.ts';
import { pageCountOf, type ReaderEvent, type ReaderState } from './reader-state.ts';

/** What an action may do to the reader. */
export type ReaderControls = {
  change: (event: ReaderEvent) => void;
  goToPage: (page: number) => void;
  fit: (kind: 'width' | 'page') => void;
  askForPage: () => void;
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
  | 'print'
  | 'shortcuts';

/** Something the reader can do, told once: toolbar, menu and keys read it from here. */
export type ReaderAction = {
  name: ReaderActionName;
  label: string;
  /** Values of `KeyboardEvent.key` that run it; none of them with Ctrl, Alt or Meta. */
  keys: readonly string[];
  /** The key that does the same where something else hears it. */
  keyHeardElsewhere?: string;
  /** Value of `KeyboardEvent.key` that runs it with Ctrl or Cmd held, in place of what the browser would do. */
  commandKey?: string;
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
    label: 'Rotate',
    keys: ['r'],
    isEnabled: isReading,
    run: (controls) => controls.change({ type: 'rotated', direction: 1 }),
  },
  {
    name: 'rotateBack',
    label: 'Rotate back',
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
    run: (controls) => controls.change({ type: 'darkToggled' }),
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
    name: 'print',
    label: 'Print',
    keys: ['i'],
    commandKey: 'p',
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

/** The action of that name, or undefined where the reader has none. */
export function findAction(name: string): ReaderAction | undefined {
  return readerActions.find((action) => action.name === name);
}

/** What stands on the key of an action: the first of its keys as a keyboard shows it. Undefined where it has none. */
export function keyCap({ keys, keyHeardElsewhere }: ReaderAction): string | undefined {
  const key = keys[0] ?? keyHeardElsewhere;
  return key === undefined ? undefined : keyCapOf(key);
}

/** A value of `KeyboardEvent.key` as it stands on a keyboard, a capital letter with Shift. */
export function keyCapOf(key: string): string {
  if (key === 'Escape') return 'Esc';
  if (/^[A-Z]$/.test(key)) return `Shift+${key}`;
  return key.length === 1 ? key.toUpperCase() : key;
}

/**
 * The action a pressed key asks for, or null. Keys typed into a field ask for none; with Ctrl or Cmd held only those do
 * that take the browser's place, in a field too.
 */
export function actionOfKey(pressed: {
  key: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  isTyping: boolean;
}): ReaderAction | null {
  if (pressed.altKey) return null;
  if (pressed.ctrlKey || pressed.metaKey) {
    return readerActions.find((action) => action.commandKey === pressed.key) ?? null;
  }
  if (pressed.isTyping) return null;
  return readerActions.find((action) => action.keys.includes(pressed.key)) ?? null;
}
