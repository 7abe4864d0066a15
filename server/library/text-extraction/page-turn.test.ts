import { expect, test } from 'vitest';
import type { RecognisedLine, RecognisedWord } from '#server/engines/text-store/texts.ts';
import { findPageTurn, turnLines } from './page-turn.ts';

function lineOf(words: number, turn: RecognisedWord['turn'], confidence = 90): RecognisedLine {
  return {
    words: Array.from({ length: words }, (_, index) => ({
      text: `word${index}`,
      box: [0.1, 0.2, 0.3, 0.05] as const,
      confidence,
      turn,
    })),
  };
}

test('a page whose words are upside down or on their side is rotated upright', () => {
  expect(findPageTurn([lineOf(12, 180)])).toBe(180);
  expect(findPageTurn([lineOf(12, 90)])).toBe(270);
  expect(findPageTurn([lineOf(12, 270), lineOf(2, 0)])).toBe(90);
  expect(findPageTurn([lineOf(12, 0)])).toBe(0);
});

test('a page with few or doubtful words, or with words in several directions, stays unchanged', () => {
  expect(findPageTurn([])).toBe(0);
  expect(findPageTurn([lineOf(11, 180)])).toBe(0);
  expect(findPageTurn([lineOf(12, 180), lineOf(13, 180, 40)])).toBe(0);
  expect(findPageTurn([lineOf(40, 180, 50)])).toBe(0);
  expect(findPageTurn([lineOf(12, 180), lineOf(8, 0)])).toBe(0);
});

test('the words of a page that is shown upright are upright', () => {
  expect(turnLines([lineOf(1, 180)], 180)).toEqual([
    { words: [{ text: 'word0', box: [0.6, 0.75, 0.3, 0.05], confidence: 90, turn: 0 }] },
  ]);
  expect(turnLines([lineOf(1, 90)], 270)[0]?.words[0]).toMatchObject({ box: [0.2, 0.6, 0.05, 0.3], turn: 0 });
});
