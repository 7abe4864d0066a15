import { expect, test } from 'vitest';
import { pointOfLetter } from '#app/features/reader/pdf/page-text.ts';
import { directionOf, languageOf, textOfLines, usableLines, type RecognisedLine } from './recognised-lines.ts';

function line(text: string, top = 0.1): RecognisedLine {
  return {
    words: text
      .split(' ')
      .map((word, index) => ({ text: word, box: [index / 10, top, 0.08, 0.02], confidence: 90, turn: 0 })),
  };
}

test('the text of a page has its words joined by spaces, and the positions of line ends and words', () => {
  const text = textOfLines([line('an AVL tree', 0.2), line('is balanced', 0.3)]);
  expect(text.text).toBe('an AVL treeis balanced');
  expect([...text.lineEnds]).toEqual([11, 22]);
  const { x, y } = pointOfLetter(3, text, text.text.indexOf('balanced'));
  expect([x, y].map((each) => each.toFixed(2))).toEqual(['0.10', '0.30']);
});

test('empty words and lines, and words beyond the maximum of a page, are left out', () => {
  const lines = usableLines([line('an  tree'), { words: [] }, line(''), line('end')]);
  expect(lines.map(({ words }) => words.map(({ text }) => text))).toEqual([['an', 'tree'], ['end']]);
  const many = usableLines([line('x '.repeat(7999).trim()), line('a b c'), line('d')]);
  expect(many.reduce((sum, { words }) => sum + words.length, 0)).toBe(8000);
});

test('direction and language of a line are those of most of its letters', () => {
  expect([directionOf(line('قواعد البيانات SQL')), languageOf(line('قواعد البيانات SQL'))]).toEqual(['rtl', 'ar']);
  expect([directionOf(line('The word قواعد here')), languageOf(line('The word قواعد here'))]).toEqual(['ltr', null]);
  expect([directionOf(line('सूचना प्रविधि २०७८')), languageOf(line('सूचना प्रविधि २०७८'))]).toEqual(['ltr', 'ne']);
  expect([directionOf(line('2078')), languageOf(line('2078'))]).toEqual(['ltr', null]);
});
