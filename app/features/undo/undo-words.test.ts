import { expect, test } from 'vitest';
import { timeLeft } from '#messages/undo.ts';
import type { UndoableChange, UndoablePublication } from '#contract/undo.ts';
import { entryTitle, sourceWords, undoWords } from './undo-words.ts';

const common = { id: 'e1', at: '2026-07-21T00:00:00.000+00:00', userName: 'Ada', daysLeft: 5, undone: null };
const publication = (facts: Partial<UndoablePublication>): UndoablePublication => ({
  ...common,
  type: 'publication',
  materials: 300,
  unchanged: 300,
  sources: ['CSIT drive'],
  pending: 0,
  isUndoing: false,
  ...facts,
});
const change = (facts: Partial<UndoableChange>): UndoableChange => ({
  ...common,
  type: 'change',
  materials: 2,
  unchanged: 2,
  action: 'edit',
  reason: null,
  steps: [],
  ...facts,
});

test('folders and archives are named, two of them at most', () => {
  expect([[], [''], ['a'], ['', 'a'], ['a', 'b', 'c', 'd']].map(sourceWords)).toEqual([
    'single files',
    'single files',
    'a',
    'single files and a',
    'a, b and 2 more',
  ]);
});

test('an entry describes the operation, with counts', () => {
  expect(entryTitle(publication({}))).toBe('300 materials published from the import of CSIT drive');
  expect(entryTitle(change({ action: 'delete', materials: 1 }))).toBe('1 material moved to the trash');
});

test("an entry describes the effect of an undo, the reason why it can't be undone, or the result of an earlier undo", () => {
  expect(undoWords(publication({}))).toBe('Undo: 300 materials go back to the import.');
  expect(undoWords(publication({ unchanged: 299 }))).toBe(
    'Undo: 299 materials go back to the import; 1 was changed since and stays.',
  );
  expect(undoWords(change({ unchanged: 1 }))).toBe('Undo: 1 material is restored; 1 was changed since and stays.');
  expect(undoWords(change({ unchanged: 0 }))).toBe(
    'Nothing is left to undo: all of them were changed or removed since.',
  );
  expect(undoWords(change({ materials: 1, unchanged: 0 }))).toBe(
    'Nothing is left to undo: it was changed or removed since.',
  );
  expect(undoWords(change({ undone: { restored: 2, leftTotal: 0 } }))).toBe('Undone: 2 materials.');
  expect(undoWords(publication({ undone: { restored: 298, leftTotal: 2 } }))).toBe(
    'Undone: 298 materials; 2 stay as they are.',
  );
  expect(undoWords(publication({ isUndoing: true }))).toContain('interrupted');
});

test('an entry shows how long it can be undone', () => {
  expect([timeLeft(7), timeLeft(1)]).toEqual(['7 days left to undo it.', 'Less than a day left to undo it.']);
});
