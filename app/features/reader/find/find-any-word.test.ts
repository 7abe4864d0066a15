import { expect, test } from 'vitest';
import { findAnyWord, startOfBestHit } from './find-any-word.ts';
import type { LinedText } from '#app/features/viewer/find/folded-text.ts';

/** Returns a page with these lines, as in its text layer. */
function linesOf(...lines: string[]): LinedText {
  const lineEnds: number[] = [];
  let length = 0;
  for (const line of lines) lineEnds.push((length += line.length));
  return { text: lines.join(''), lineEnds };
}

function found(page: LinedText, search: string): string[] {
  const spans = findAnyWord(page, search);
  return Array.from({ length: spans.length / 2 }, (_, index) =>
    page.text.slice(spans[index * 2], spans[index * 2 + 1]),
  );
}

test('words are found on lines with nothing between them', () => {
  const page = linesOf('Explain how an AVL', 'tree is balanced', '', 'by rotations.');
  expect(found(page, 'rotations avl tree')).toEqual(['AVL', 'tree', 'rotations']);
  // The end of a line ends a word.
  expect(found(page, 'avltree')).toEqual([]);
});

test('a phrase continues over the end of a line, and so does a word that is divided there', () => {
  expect(found(linesOf('a balanced AVL', 'tree'), '"avl tree"')).toEqual(['AVLtree']);
  expect(found(linesOf('a pushdown auto-', 'maton reads'), 'automaton')).toEqual(['auto-maton']);
});

test('the best hit of a page is where most words are close together', () => {
  const page = linesOf('A rotation.', 'x '.repeat(200), 'An AVL tree', 'after a rotation.');
  expect(startOfBestHit(page, 'rotation avl tree')).toBe(page.text.indexOf('AVL'));
  expect(startOfBestHit(page, 'nothing')).toBe(0);
});
