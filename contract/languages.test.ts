import { expect, test } from 'vitest';
import { inLanguage } from './languages.ts';
import { splitLanguage } from './split-language.ts';

test.each([
  ['/ne', 'ne', '/'],
  ['/ne?part=2', 'ne', '/?part=2'],
  ['/ne#content', 'ne', '/#content'],
  ['/ne/books?tab=favorites', 'ne', '/books?tab=favorites'],
  ['/', 'en', '/'],
  ['/books', 'en', '/books'],
  ['/news', 'en', '/news'],
  ['/nepal/books', 'en', '/nepal/books'],
  ['/books/ne', 'en', '/books/ne'],
] as const)('%s is in %s: %s', (address, language, plain) => {
  expect(splitLanguage(address)).toEqual({ language, address: plain });
  expect(inLanguage(language, plain)).toBe(address);
});
