import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { slugify, uniqueSlugs } from './slug.ts';

test('a slug has letters, marks and digits of every script and nothing else', () => {
  expect(slugify('Data Structures & Algorithms')).toBe('data-structures-algorithms');
  expect(slugify('  Mathematics-I (Calculus) ')).toBe('mathematics-i-calculus');
  expect(slugify('नेपाली भाषा')).toBe('नेपाली-भाषा');
  expect(slugify('E\u0301cole')).toBe('école');
  expect(slugify('C++')).toBe('c');
  expect(slugify('+++')).toBe('');
});

test('a clash gets a number, in the order of the names', () => {
  expect(uniqueSlugs(['C', 'C++', 'C#', 'D'])).toEqual(['c', 'c-2', 'c-3', 'd']);
  expect(uniqueSlugs(['C', 'C 2', 'C++'])).toEqual(['c', 'c-2', 'c-3']);
  expect(uniqueSlugs(['+', '#'])).toEqual(['subject', 'subject-2']);
});

test('slugs of a list are all different and contain only letters, digits and hyphens', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (names) => {
      const slugs = uniqueSlugs(names);
      expect(new Set(slugs).size).toBe(names.length);
      for (const slug of slugs) expect(slug).toMatch(/^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u);
    }),
    { seed: 7 },
  );
});
