import { expect, test } from 'vitest';
import { devanagariStem } from './devanagari-stem.ts';

const sameStem = [
  ['विकास', 'विकासको'],
  ['प्रदूषण', 'प्रदूषणका'],
  ['विद्यार्थी', 'विद्यार्थीहरूलाई'],
  ['अनुच्छेद', 'अनुच्छेदमा'],
  ['आधुनिक', 'आधुनिकसम्मका'],
  ['पक्ष', 'पक्षअनुसार'],
  ['शारीरिक', 'शारिरीक'],
  ['पदसङ्गति', 'पदसंगति'],
  ['सम्बन्ध', 'संबंध'],
] as const;

test.each(sameStem)('%s is found by %s', (word, other) => {
  expect(devanagariStem(other)).toBe(devanagariStem(word));
});

test('a short word is not treated as an ending', () => {
  expect(devanagariStem('आमा')).toBe('आमा');
  expect(devanagariStem('मा')).toBe('मा');
  expect(devanagariStem('ले')).toBe('ले');
});

test('different words stay different', () => {
  const words = ['कारण', 'काल', 'कला', 'कमल', 'नेपाल', 'नेपाली', 'भाषा', 'भाषण'];
  expect(new Set(words.map(devanagariStem)).size).toBe(words.length);
});
