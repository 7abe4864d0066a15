import { expect, test } from 'vitest';
import { readPanelSearch } from './panel-search.ts';

test('tab, view and publication are read from the address, and anything else is ignored', () => {
  const address = { tab: 'manage', view: 'changes', publication: '6b087741595b04426f38' };
  expect(readPanelSearch({ ...address, fbclid: 'x' })).toEqual(address);
  const nothing = { tab: undefined, view: undefined, publication: undefined };
  for (const wrong of [
    {},
    { tab: 'upload', view: 'shelf' },
    { publication: 'a b' },
    { publication: ['a', 'b'], tab: 7 },
  ])
    expect(readPanelSearch(wrong)).toEqual(nothing);
});
