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

test('a highlight records its page and text', () => {
  const highlight = { page: 2, start: 10, end: 16, text: 'tensor' };
  const state = changeReader(startReading(false, 1), { type: 'highlighted', highlight });
  expect(state.highlights).toEqual([highlight]);
});

test('turning to the page already open changes nothing', () => {
  const state = startReading(false, 5);
  expect(changeReader(state, { type: 'pageTurned', page: 5 })).toBe(state);
});
