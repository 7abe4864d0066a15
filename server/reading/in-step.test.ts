import { expect, test } from 'vitest';
import { inStep } from './in-step.ts';

async function* listOf(...texts: string[]): AsyncGenerator<string> {
  yield* texts;
}

test('what a sorted list has is known for texts in ascending order, each as often as it is asked for', async () => {
  const has = inStep(listOf('b', 'c', 'e'));
  const found = [];
  for (const text of ['a', 'b', 'b', 'd', 'e', 'e', 'f', 'g']) found.push(await has(text));
  expect(found).toEqual([false, true, true, false, true, true, false, false]);
  expect(await inStep(listOf())('a')).toBe(false);
});

test('of a list that is not sorted nothing is said to be missing', async () => {
  const has = inStep(listOf('b', 'a', 'c'));
  expect(await has('b')).toBe(true);
  await expect(has('c')).rejects.toThrow('a list is not sorted: a comes after b');
});
