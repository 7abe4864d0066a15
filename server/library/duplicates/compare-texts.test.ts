import { expect, test } from 'vitest';
import { makeDocuments } from '#bench/documents/duplicate-set.ts';
import { createRandom } from '#bench/documents/random.ts';
import { compareTexts, maxWords, wordsOfPages } from './compare-texts.ts';
import { bandsOf, signatureOf } from './signature.ts';

/**
 * Returns the pages as recognition reads them: one word in fifty misread, some joined to the next, lost or cut in two.
 */
function recognise(pages: readonly (readonly string[])[], seed: number): string[] {
  const random = createRandom(seed);
  const letters = 'abcdefghilmnorstu';
  const misread = (word: string) => {
    const at = Math.floor(random() * word.length);
    return word.slice(0, at) + letters[Math.floor(random() * letters.length)] + word.slice(at + 1);
  };
  return pages.map((lines) =>
    lines
      .join('\n')
      .split(' ')
      .map((word) => {
        const chance = random();
        if (chance < 0.02) return `${misread(word)} `;
        if (chance < 0.024) return word;
        if (chance < 0.026) return '';
        if (chance < 0.028) return `${word.slice(0, 2)} ${word.slice(2)} `;
        return `${word} `;
      })
      .join(''),
  );
}

const bandsOfPages = (pages: readonly string[]) => bandsOf(signatureOf(wordsOfPages(pages).words) ?? new Uint32Array());

test.each(makeDocuments())(
  'of texts similar to $name, exactly the same texts are called duplicates, however they were recognised',
  ({ pages, variants }) => {
    const called = [1, 2, 3].flatMap((seed) => {
      const original = recognise(pages, seed);
      return variants.map(({ variant, pages: others }, index) => {
        const other = recognise(others, seed * 100 + index);
        const bands = bandsOfPages(other);
        const isCandidate = bandsOfPages(original).some((band, at) => band === bands[at]);
        return [seed, variant, isCandidate && compareTexts(wordsOfPages(original), wordsOfPages(other)).isDuplicate];
      });
    });
    expect(called).toEqual([1, 2, 3].flatMap((seed) => variants.map((each) => [seed, each.variant, each.isDuplicate])));
  },
);

test('a text of one word a million times, an empty one and a very short one are compared in bounded time', () => {
  const many = wordsOfPages(['word '.repeat(1_000_000)]);
  expect(many.words.length).toBe(maxWords);
  const alternating = wordsOfPages(['word other word '.repeat(300_000)]);
  expect(compareTexts(many, alternating).isDuplicate).toBe(false);
  expect(compareTexts(many, many)).toEqual({ same: 1, isDuplicate: true });
  const none = wordsOfPages([' \n', '']);
  expect(compareTexts(many, none)).toEqual({ same: 0, isDuplicate: false });
  expect(signatureOf(none.words)).toBeNull();
  expect(signatureOf(wordsOfPages(['Chapter 3']).words)).toBeNull();
});
