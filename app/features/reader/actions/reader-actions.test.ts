import { expect, test } from 'vitest';
import { actionOfKey, readerAction, readerActions } from './reader-actions.ts';
import { keyCap } from '#app/features/viewer/action-keys.ts';
import { changeReader, startReading, type ReaderState } from '#app/features/reader/state/reader-state.ts';

const document = {
  pageCount: 3,
  withPage: () => Promise.reject(new Error('unused')),
  findTarget: async () => null,
  pageOf: async () => null,
  knownPageOf: () => null,
  outline: async () => [],
  labels: async () => null,
  isComposed: false,
  metadata: async () => ({ info: {} }),
  attachments: async () => [],
  readAttachment: async () => null,
};
const reading = changeReader(startReading(false, 1), {
  type: 'phaseChanged',
  phase: { name: 'reading', document },
});
const plain = { ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, isTyping: false };

function zoomedTo(direction: 1 | -1): ReaderState {
  let state = reading;
  for (let step = 0; step < 20; step += 1) state = changeReader(state, { type: 'zoomed', direction });
  return state;
}

test('every action is listed once', () => {
  const names = readerActions.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

test('no key has two actions', () => {
  const keys = readerActions.flatMap((action) => action.keys);
  expect(new Set(keys).size).toBe(keys.length);
});

test('a key runs its action, but not while typing or with a modifier', () => {
  expect(actionOfKey({ ...plain, key: '+' })?.name).toBe('zoomIn');
  expect(actionOfKey({ ...plain, key: '+', ctrlKey: true })).toBeNull();
  expect(actionOfKey({ ...plain, key: '+', isTyping: true })).toBeNull();
  expect(actionOfKey({ ...plain, key: 'q' })).toBeNull();
});

test('Ctrl+P and Cmd+P print the document, even from a text field; with more modifiers the browser handles them', () => {
  expect(actionOfKey({ ...plain, key: 'p', ctrlKey: true })?.name).toBe('print');
  expect(actionOfKey({ ...plain, key: 'p', metaKey: true, isTyping: true })?.name).toBe('print');
  expect(actionOfKey({ ...plain, key: 'p' })?.name).toBe('previousPage');
  expect(actionOfKey({ ...plain, key: 'P', ctrlKey: true, shiftKey: true })).toBeNull();
  expect(actionOfKey({ ...plain, key: 'p', ctrlKey: true, altKey: true })).toBeNull();
});

test('a key with a modifier only runs the action that names it', () => {
  expect(actionOfKey({ ...plain, key: 'f', ctrlKey: true })?.name).toBe('find');
  expect(actionOfKey({ ...plain, key: 'F', metaKey: true })?.name).toBe('find');
  expect(actionOfKey({ ...plain, key: 'f', ctrlKey: true, shiftKey: true })).toBeNull();
  expect(actionOfKey({ ...plain, key: 'f', altKey: true })).toBeNull();
  expect(actionOfKey({ ...plain, key: '+', shiftKey: true })?.name).toBe('zoomIn');
});

test('in a text field, keys that type nothing still run their action', () => {
  const typing = { ...plain, isTyping: true };
  expect(actionOfKey({ ...typing, key: 'f' })).toBeNull();
  expect(actionOfKey({ ...typing, key: 'f', ctrlKey: true })?.name).toBe('find');
  expect(actionOfKey({ ...typing, key: 'F3' })?.name).toBe('nextHit');
  expect(actionOfKey({ ...typing, key: 'F3', shiftKey: true })?.name).toBe('previousHit');
});

test('Ctrl+A and Cmd+A select the text of the document, but in a text field its content', () => {
  expect(actionOfKey({ ...plain, key: 'a', ctrlKey: true })?.name).toBe('selectAll');
  expect(actionOfKey({ ...plain, key: 'a', metaKey: true })?.name).toBe('selectAll');
  expect(actionOfKey({ ...plain, key: 'a', ctrlKey: true, isTyping: true })).toBeNull();
});

test('a tooltip shows the first key of an action as on the keyboard', () => {
  expect([keyCap(readerAction('nextPage')), keyCap(readerAction('zoomOut')), keyCap(readerAction('close'))]).toEqual([
    'N',
    '-',
    'Esc',
  ]);
});

test('the key that rotates left is the capital letter of the key that rotates right', () => {
  expect(actionOfKey({ ...plain, key: 'R' })?.name).toBe('rotateBack');
  expect(keyCap(readerAction('rotateBack'))).toBe('Shift+R');
});

test('zoom stops at its limits, pages at the first and the last', () => {
  expect(readerAction('zoomIn').isEnabled(zoomedTo(1))).toBe(false);
  expect(readerAction('zoomOut').isEnabled(zoomedTo(-1))).toBe(false);
  expect(readerAction('previousPage').isEnabled(reading)).toBe(false);
  expect(readerAction('nextPage').isEnabled(changeReader(reading, { type: 'pageTurned', page: 3 }))).toBe(false);
});

test('while a document opens it can be closed, downloaded and shared, but not zoomed', () => {
  const opening = startReading(false, 1);
  expect(readerActions.filter((action) => action.isEnabled(opening)).map((action) => action.name)).toEqual([
    'toggleDark',
    'share',
    'download',
    'saveOffline',
    'report',
    'shortcuts',
    'close',
  ]);
});
