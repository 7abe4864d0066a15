import { expect, test } from 'vitest';
import { arrangeBars } from './bar-actions.ts';

test('a phone has the page box and three tools next to the menu; each wider window has at least those of the smaller one', () => {
  const names = (width: number) => Object.values(arrangeBars(width)).flat();
  expect(arrangeBars(320).reading).toHaveLength(3);
  expect(names(768)).toEqual(names(320));
  expect(names(1440)).toEqual(expect.arrayContaining(names(320)));
  expect(names(1440)).toEqual(expect.arrayContaining(names(800)));
});
