import { expect, test } from 'vitest';
import { readerActions } from '#app/features/reader/actions/reader-actions.ts';
import { groupActions } from './action-groups.ts';
import { arrangeBars } from './bar-actions.ts';

test('every action is listed once, whether or not a group names it', () => {
  const stray = { name: 'stray' as never, label: 'Stray', keys: [], isEnabled: () => true, run: () => {} };
  const listed = groupActions([...readerActions, stray]).flatMap((group) => group.actions);
  expect(listed.toSorted(byLabel)).toEqual([...readerActions, stray].toSorted(byLabel));
});

test('a phone has the page box and three tools next to the menu; each wider window has at least those of the smaller one', () => {
  const names = (width: number) => Object.values(arrangeBars(width)).flat();
  expect(arrangeBars(320).reading).toHaveLength(3);
  expect(names(768)).toEqual(names(320));
  expect(names(1440)).toEqual(expect.arrayContaining(names(320)));
  expect(names(1440)).toEqual(expect.arrayContaining(names(800)));
});

function byLabel(one: { label: string }, other: { label: string }): number {
  return one.label.localeCompare(other.label);
}
