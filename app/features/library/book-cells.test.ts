import { expect, test } from 'vitest';
import type { Material } from '#domain/material.ts';
import { keepBookCells } from './book-cells.ts';

const book = (id: string) => ({ id }) as Material;
const idsOf = (cells: ReturnType<typeof keepBookCells>) => cells.map((cell) => cell?.id ?? null);

test('a new book is added at the end, and all others stay where they are', () => {
  const before = [book('b'), book('d')];
  expect(idsOf(keepBookCells(before, [book('a'), book('b'), book('c'), book('d')]))).toEqual(['b', 'd', 'a', 'c']);
});

test('a removed book leaves its cell empty, and the next new book fills it', () => {
  const without = keepBookCells([book('a'), book('b'), book('c')], [book('b'), book('c')]);
  expect(idsOf(without)).toEqual([null, 'b', 'c']);
  expect(idsOf(keepBookCells(without, [book('b'), book('c'), book('x')]))).toEqual(['x', 'b', 'c']);
});

test('no cell is left empty at the end', () => {
  expect(idsOf(keepBookCells([book('a'), book('b')], [book('a')]))).toEqual(['a']);
});
