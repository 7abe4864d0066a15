import { expect, test } from 'vitest';
import { arrangeBars } from './bar-actions.ts';

test('of a paper with others before or after it, these take the place of highlight mode on a phone', () => {
  const names = (hasPapers: boolean) => arrangeBars(390, { hasPapers }).reading;
  expect(names(true)).toEqual(['find', 'contents']);
  expect(names(false)).toContain('toggleHighlighting');
  expect(arrangeBars(390).papers).toEqual(['olderPaper', 'newerPaper']);
});

test('a phone has the page box and three tools next to the menu; each wider window has at least those of the smaller one', () => {
  const names = (width: number) => Object.values(arrangeBars(width)).flat();
  expect(arrangeBars(320).reading).toHaveLength(3);
  expect(names(768)).toEqual(names(320));
  expect(names(1440)).toEqual(expect.arrayContaining(names(320)));
  expect(names(1440)).toEqual(expect.arrayContaining(names(800)));
});
