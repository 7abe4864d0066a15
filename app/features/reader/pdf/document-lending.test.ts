import { expect, test } from 'vitest';
import { lendDocument } from './document-lending.ts';

/** Documents by name; each says when it is closed. */
function shelf() {
  const closed: string[] = [];
  return { closed, open: (document: string) => ({ document, close: () => closed.push(document) }) };
}

test('one that nobody works with is closed when it is exchanged', async () => {
  const { open, closed } = shelf();
  const lending = lendDocument(open('first'));
  expect(await lending.lend(async (document) => document)).toBe('first');
  expect(closed).toEqual([]);
  lending.exchange(open('second'));
  expect(closed).toEqual(['first']);
  expect(lending.current()).toBe('second');
  expect(await lending.lend(async (document) => document)).toBe('second');
});

test('who borrowed the one before works on with it to the end', async () => {
  const { open, closed } = shelf();
  const lending = lendDocument(open('first'));
  const done: (() => void)[] = [];
  const work = async (document: string) => {
    await new Promise<void>((resolve) => done.push(resolve));
    return document;
  };
  const borrowed = [lending.lend(work), lending.lend(work)];
  lending.exchange(open('second'));
  expect([lending.current(), closed]).toEqual(['second', []]);
  done[0]?.();
  expect([await borrowed[0], closed]).toEqual(['first', []]);
  done[1]?.();
  expect([await borrowed[1], closed]).toEqual(['first', ['first']]);
});

test('work that fails hands its document back too, and says why', async () => {
  const { open, closed } = shelf();
  const lending = lendDocument(open('first'));
  const failing = lending.lend(() => Promise.reject(new Error('broken page')));
  lending.exchange(open('second'));
  await expect(failing).rejects.toThrow('broken page');
  expect(closed).toEqual(['first']);
});
