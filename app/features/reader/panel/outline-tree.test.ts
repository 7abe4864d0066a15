import { expect, test } from 'vitest';
import { visibleEntries, currentEntry } from './outline-tree.ts';
import type { OutlineEntry } from '#app/features/reader/pdf/outline.ts';

const entry = (id: string, children: OutlineEntry[] = []): OutlineEntry => ({
  id,
  title: id,
  target: null,
  url: null,
  children,
});
const outline = [entry('0', [entry('0.0'), entry('0.1', [entry('0.1.0')])]), entry('1')];
const pages = new Map([
  ['0', 3],
  ['0.0', 3],
  ['0.1', 5],
  ['0.1.0', 5],
  ['1', 9],
]);
const ids = (open: string[]) => visibleEntries(outline, new Set(open)).map(({ id }) => id);
const read = (page: number, open: string[] = ['0', '0.1']) =>
  currentEntry(visibleEntries(outline, new Set(open)), pages, page)?.id;

test('the children of an entry are visible while it and all its parents are open', () => {
  expect(ids([])).toEqual(['0', '1']);
  expect(ids(['0'])).toEqual(['0', '0.0', '0.1', '1']);
  expect(ids(['0.1'])).toEqual(['0', '1']);
  expect(ids(['0', '0.1'])).toEqual(['0', '0.0', '0.1', '0.1.0', '1']);
});

test('the current entry is the last one that has started, as deep as is visible', () => {
  expect([read(1), read(3), read(4), read(5), read(8), read(9), read(40)]).toEqual([
    undefined,
    '0.0',
    '0.0',
    '0.1.0',
    '0.1.0',
    '1',
    '1',
  ]);
  expect(read(6, [])).toBe('0');
});

test('if several entries start on one page, the current one is the first while that page is read, the last afterwards', () => {
  const row = [entry('0'), entry('1'), entry('2')];
  const begins = new Map([
    ['0', 2],
    ['1', 2],
    ['2', 2],
  ]);
  expect([currentEntry(row, begins, 2)?.id, currentEntry(row, begins, 3)?.id]).toEqual(['0', '2']);
});

test('an entry without a target, or whose page is not known yet, is skipped', () => {
  const begins = new Map<string, number | null>([
    ['0', 1],
    ['1', null],
  ]);
  expect(currentEntry([entry('0'), entry('1'), entry('2')], begins, 7)?.id).toBe('0');
});
