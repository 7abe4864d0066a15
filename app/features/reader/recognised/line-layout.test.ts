import { expect, test } from 'vitest';
import { placeLine } from './line-layout.ts';
import type { RecognisedWord } from './recognised-lines.ts';

const page = { width: 600, height: 800 };
/** Returns a width for which every letter is half an em wide. */
const widthOf = (text: string) => text.length / 2;

function word(text: string, box: RecognisedWord['box'], turn: RecognisedWord['turn'] = 0): RecognisedWord {
  return { text, box, turn, confidence: 90 };
}

/** Returns the box that a placed word covers on the page: laid out to the right and down, then rotated around its corner. */
function covered(words: RecognisedWord[], index = 0) {
  const line = placeLine({ words }, page, widthOf);
  const placed = line.words[index];
  if (!placed) throw new Error('no such word');
  const [length, size] = [placed.ems * placed.size * placed.stretch, placed.size];
  const [x, y] = [line.box.left + placed.left, line.box.top + placed.top];
  const corners = { 0: [x, y, length, size], 90: [x - size, y, size, length] } as const;
  const turned = { 180: [x - length, y - size, length, size], 270: [x, y - length, size, length] } as const;
  return { ...corners, ...turned }[placed.turn].map((value) => Math.round(value * 100) / 100);
}

test('a word covers its box on the page, regardless of the width of its letters', () => {
  expect(covered([word('tree', [0.1, 0.5, 0.2, 0.025])])).toEqual([60, 400, 120, 20]);
  expect(covered([word('tree', [0.1, 0.5, 0.01, 0.025])])).toEqual([60, 400, 6, 20]);
});

test('words that are rotated on the page cover their boxes as well', () => {
  for (const turn of [90, 180, 270] as const)
    expect(covered([word('first', [0.1, 0.1, 0.1, 0.1]), word('tree', [0.2, 0.5, 0.05, 0.1], turn)], 1)).toEqual([
      120, 400, 30, 80,
    ]);
});

test('a line is the box around its words, and every word but the last is followed by a space', () => {
  const line = placeLine(
    { words: [word('an', [0.1, 0.11, 0.05, 0.02]), word('AVL', [0.2, 0.1, 0.1, 0.02])] },
    page,
    widthOf,
  );
  const rounded = Object.values(line.box).map((value) => Math.round(value * 10) / 10);
  expect(rounded).toEqual([60, 80, 120, 24]);
  expect(line.words.map(({ text }) => text)).toEqual(['an ', 'AVL']);
});

test("a word without a size, or with letters that can't be measured, still has a position", () => {
  const { words } = placeLine({ words: [word('a', [0.5, 0.5, 0, 0])] }, page, () => 0);
  expect(words[0]).toMatchObject({ size: 1, ems: 1, stretch: 1 });
});
