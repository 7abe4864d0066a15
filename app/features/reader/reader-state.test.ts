import { expect, test } from 'vitest';
import { changeReader, startReading } from './reader-state.ts';

test('the reader starts at zoom 1, out of highlight mode, as dark as the system', () => {
  expect(startReading(true, 3)).toMatchObject({ zoom: 1, isHighlighting: false, isDark: true, currentPage: 3 });
});

test('dark follows the system until the person chooses', () => {
  const followed = changeReader(startReading(false, 1), { type: 'systemThemeChanged', isDark: true });
  expect(followed.isDark).toBe(true);
  const chosen = changeReader(followed, { type: 'darkToggled' });
  expect(changeReader(chosen, { type: 'systemThemeChanged', isDark: true }).isDark).toBe(false);
});

test('what lies over the pages is one thing at a time, and goes with the pages', () => {
  let state = changeReader(startReading(false, 1), { type: 'panelOpened', panel: 'contents' });
  state = changeReader(state, { type: 'panelOpened', panel: 'find' });
  expect(state.panel).toBe('find');
  expect(changeReader(state, { type: 'panelClosed' }).panel).toBeNull();
  expect(changeReader(state, { type: 'phaseChanged', phase: { name: 'opening' } }).panel).toBeNull();
});

test('a highlight records its page and text', () => {
  const highlight = { page: 2, start: 10, end: 16, text: 'tensor' };
  const state = changeReader(startReading(false, 1), { type: 'highlighted', highlight });
  expect(state.highlights).toEqual([highlight]);
});

test('turning to the page already open changes nothing', () => {
  const state = startReading(false, 5);
  expect(changeReader(state, { type: 'pageTurned', page: 5 })).toBe(state);
});

test('zoom set freely ends on a step; the document turns by quarters', () => {
  let state = changeReader(startReading(false, 1), { type: 'zoomedTo', zoom: 1.47 });
  expect(state.zoom).toBe(1.5);
  for (const direction of [1, 1, -1] as const) state = changeReader(state, { type: 'rotated', direction });
  expect(state.rotation).toBe(90);
});

test('bars that left are back when the document gives way to something else', () => {
  const hidden = changeReader(startReading(false, 1), { type: 'barsMoved', areHidden: true });
  expect(hidden.areBarsHidden).toBe(true);
  const failed = changeReader(hidden, { type: 'phaseChanged', phase: { name: 'failed', message: 'no' } });
  expect(failed.areBarsHidden).toBe(false);
});
