import { expect, test } from 'vitest';
import { beginMaterialText, maxMaterialText } from './material-text.ts';

const page = (number: number, text: string) => ({ page: number, source: 'text' as const, text });

test('short first pages are included whole, and those without text left out', () => {
  const pages = [page(1, ' Data structures\n'), page(2, ' '), page(3, 'Explain trees.')];
  expect(beginMaterialText(pages, 3)).toEqual({
    pages: [page(1, 'Data structures'), page(3, 'Explain trees.')],
    isCut: false,
  });
  expect(beginMaterialText(pages, 12)?.isCut).toBe(true);
});

test('a long text is cut at the end of a word, and so are the pages after it', () => {
  const long = 'balanced trees '.repeat(300);
  const begun = beginMaterialText([page(1, long), page(2, 'more')], 2);
  expect(begun?.isCut).toBe(true);
  expect(begun?.pages).toHaveLength(1);
  const { length } = begun?.pages[0]?.text ?? '';
  expect(length).toBeLessThanOrEqual(maxMaterialText);
  expect(length).toBeGreaterThan(maxMaterialText - 20);
  expect(begun?.pages[0]?.text).toMatch(/(balanced|trees)$/);
});

test('a text without spaces is cut too, but not within a character', () => {
  const begun = beginMaterialText([page(1, `a${'𝒜'.repeat(2000)}`)], 1);
  expect(begun?.pages[0]?.text).toMatch(/^a𝒜+$/u);
  expect(begun?.isCut).toBe(true);
});

test('a material whose pages have no text results in null', () => {
  expect(beginMaterialText([], 5)).toBeNull();
  expect(beginMaterialText([page(1, '')], 1)).toBeNull();
});
