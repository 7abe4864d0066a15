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
  | 'download';

/** Something the reader can do, told once: toolbar and keys (and later menus) read it from here. */
export type ReaderAction = {
  name: ReaderActionName;
  label: string;
  /** Values of `KeyboardEvent.key` that run it; none of them with Ctrl, Alt or Meta. */
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
];

/** The action of that name. */
export function readerAction(name: ReaderActionName): ReaderAction {
  return readerActions.find((action) => action.name === name)!;
}

/**
 * What stands on the key of an action: the first of its keys as a keyboard shows it, a capital letter with Shift.
 * Undefined where it has none.
 */
export function keyCap({ keys, keyHeardElsewhere }: ReaderAction): string | undefined {
  const key = keys[0] ?? keyHeardElsewhere;
  if (key === 'Escape') return 'Esc';
  return key && /^[A-Z]$/.test(key) ? `Shift+${key}` : key?.toUpperCase();
}

/** The action a pressed key asks for, or null: keys typed into a field, and those held with a modifier, ask for none. */
export function actionOfKey(pressed: {
  key: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  isTyping: boolean;
}): ReaderAction | null {
  if (pressed.isTyping || pressed.ctrlKey || pressed.altKey || pressed.metaKey) return null;
  return readerActions.find((action) => action.keys.includes(pressed.key)) ?? null;
}
