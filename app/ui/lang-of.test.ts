import { expect, test } from 'vitest';
import { langOf } from './lang-of.ts';

test('a name in another script than the page has its language', () => {
  expect([langOf('नेपाली व्याकरण'), langOf('C र C++'), langOf('C Programming'), langOf('Génie civil')]).toEqual([
    'ne',
    'ne',
    undefined,
    undefined,
  ]);
});
