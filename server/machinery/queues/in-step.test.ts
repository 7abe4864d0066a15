import { expect, test } from 'vitest';
import { sortedContains } from './in-step.ts';

async function* listOf(...texts: string[]): AsyncGenerator<string> {
  yield* texts;
}

test('texts in ascending order are found in a sorted list, even repeatedly', async () => {
  const has = sortedContains(listOf('b', 'c', 'e'));
  const found = [];
  for (const text of ['a', 'b', 'b', 'd', 'e', 'e', 'f', 'g']) found.push(await has(text));
  expect(found).toEqual([false, true, true, false, true, true, false, false]);
  expect(await sortedContains(listOf())('a')).toBe(false);
});

test('an unsorted list is rejected instead of reporting texts as missing', async () => {
  const has = sortedContains(listOf('b', 'a', 'c'));
  expect(await has('b')).toBe(true);
  await expect(has('c')).rejects.toThrow('a list is not sorted: a comes after b');
});
