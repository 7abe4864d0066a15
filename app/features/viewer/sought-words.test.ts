import { expect, test } from 'vitest';
import { densestHit, findSought } from './sought-words.ts';

const found = (text: string, search: string) =>
  findSought(text, search).map(({ start, end }) => text.slice(start, end));

test('each word of a search is found separately, in any order, by its stem, as a whole word', () => {
  expect(found('Explain how AVL trees are balanced by rotations.', 'rotation avl tree')).toEqual([
    'AVL',
    'trees',
    'rotations',
  ]);
  expect(found('Start at the art of startling.', '"art" start')).toEqual(['Start', 'art', 'startling']);
});

test('misspelt and absent words change nothing', () => {
  expect(found('An AVL tree.', 'balnced avl nowhere')).toEqual(['AVL']);
  expect(found('An AVL tree.', 'balnced')).toEqual([]);
});

test('words in quotes are only marked together, excluded ones never', () => {
  expect(found('A binary tree, a tree that is binary.', '"binary tree"')).toEqual(['binary tree']);
  expect(found('An AVL tree.', 'tree -avl')).toEqual(['tree']);
});

test('Devanagari and Arabic are marked as whole words', () => {
  expect(found('नेपाली प्रश्न पत्र', 'पत्र प्रश्न')).toEqual(['प्रश्न', 'पत्र']);
  expect(found('أسئلة قواعد البيانات', 'البيانات اسئلة')).toEqual(['أسئلة', 'البيانات']);
});

test('the best hit is where most words of the search are close together', () => {
  const text = `Rotation of axes. ${'x '.repeat(200)} AVL. ${'y '.repeat(200)} An AVL tree after a rotation.`;
  const hits = findSought(text, 'avl rotation tree');
  const best = hits[densestHit(hits)];
  expect(text.slice(best?.start).startsWith('AVL tree')).toBe(true);
  expect(densestHit([])).toBe(0);
});
