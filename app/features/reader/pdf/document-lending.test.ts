import { expect, test } from 'vitest';
import { lendDocument } from './document-lending.ts';

/** A set of named documents; each records when it is closed. */
function shelf() {
  const closed: string[] = [];
  return { closed, open: (document: string) => ({ document, close: () => closed.push(document) }) };
}

test('a document that is not in use is closed when it is replaced', async () => {
  const { open, closed } = shelf();
  const lending = lendDocument(open('first'));
  expect(await lending.lend(async (document) => document)).toBe('first');
  expect(closed).toEqual([]);
  lending.exchange(open('second'));
  expect(closed).toEqual(['first']);
  expect(lending.current()).toBe('second');
  expect(await lending.lend(async (document) => document)).toBe('second');
});

test('work with the previous document continues with it to the end', async () => {
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

test('work that fails also returns its document, and reports why', async () => {
  const { open, closed } = shelf();
  const lending = lendDocument(open('first'));
  const failing = lending.lend(() => Promise.reject(new Error('broken page')));
  lending.exchange(open('second'));
  await expect(failing).rejects.toThrow('broken page');
  expect(closed).toEqual(['first']);
});
