import type { ReactNode } from 'react';
import * as actions from '#messages/actions.ts';
import * as examWords from '#messages/exam-mode.ts';
import * as words from '#messages/viewer.ts';
import type { KeyedAction } from './action-keys.ts';

/** Actions of both the reader and the paper preview, with the same labels and keys. */
export const viewingActions = {
  zoomOut: { name: 'zoomOut', label: words.zoomOut, keys: ['-'] },
  zoomIn: { name: 'zoomIn', label: words.zoomIn, keys: ['+', '='] },
  find: { name: 'find', label: words.find, keys: ['f', '/', 'Control+f', 'Meta+f'] },
  toggleDark: { name: 'toggleDark', label: words.darkMode, keys: ['d'] },
  download: { name: 'download', label: actions.download, keys: ['s'] },
  share: { name: 'share', label: actions.share, keys: ['S'] },
  saveOffline: { name: 'saveOffline', label: actions.saveOffline, keys: ['K'] },
  selectAll: {
    name: 'selectAll',
    label: words.selectAllText,
    keys: ['Control+a', 'Meta+a'],
    leavesTextFields: true,
  },
  print: { name: 'print', label: actions.print, keys: ['i', 'Control+p', 'Meta+p'] },
} as const satisfies Readonly<Record<string, KeyedAction & { name: string }>>;

/** Actions of both viewers that open the newer or older paper of the same subject. */
export const neighbourActions = {
  newerPaper: { name: 'newerPaper', label: words.newerPaper, keys: ['O'] },
  olderPaper: { name: 'olderPaper', label: words.olderPaper, keys: ['o'] },
} as const satisfies Readonly<Record<string, KeyedAction & { name: string }>>;

/** Another paper of the same subject. `year` is a number, in the calendar that the library prefers. */
export type Neighbour = { title: string; year: string };

/** The newer and the older paper in the same subject, if there are any. `go` opens one of them in place of the open paper. */
export type Neighbours = {
  newer: Neighbour | null;
  older: Neighbour | null;
  go: (which: 'newer' | 'older') => void;
};

/** Marks a paper as done. Only papers have it. */
export const doneAction = {
  name: 'toggleDone',
  label: examWords.markAsDone,
  keys: ['D'],
} as const satisfies KeyedAction & { name: string };

/** The mark of the open paper as done, on this device, and a function that changes it. */
export type Done = { isDone: boolean; toggle: () => void };

/** Sits a paper against the clock. Only papers have it. */
export const examAction = {
  name: 'examMode',
  label: examWords.examMode,
  keys: ['e'],
} as const satisfies KeyedAction & { name: string };

/**
 * The exam mode of the open paper. `toggle` asks for the time, or ends it; the viewer renders `part`, its clock or its
 * dialog.
 */
export type Exam = { isOn: boolean; toggle: () => void; part: ReactNode };

export type ViewingActionName = keyof typeof viewingActions;

/** Actions of both viewers that go from hit to hit. */
export const hitActions = {
  nextHit: { name: 'nextHit', label: words.nextMatch, keys: ['F3', 'Control+g', 'Meta+g'] },
  previousHit: {
    name: 'previousHit',
    label: words.previousMatch,
    keys: ['Shift+F3', 'Control+Shift+g', 'Meta+Shift+g'],
  },
} as const satisfies Readonly<Record<string, KeyedAction & { name: string }>>;
