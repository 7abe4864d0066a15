import { expect, test } from 'vitest';
import { FairLines } from './fair-lines.ts';

/** Returns all items in the order in which they are served. */
function serve(lines: FairLines<string>, mayGo?: (from: string) => boolean): string[] {
  const served: string[] = [];
  for (let item = lines.next(mayGo); item !== null; item = lines.next(mayGo)) served.push(item);
  return served;
}

test('serves queues in turn, each from its beginning', () => {
  const lines = new FairLines<string>(10);
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) lines.put(item[0] ?? '', item);
  expect(serve(lines)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
});

test('puts a served queue behind the others, even if it was empty meanwhile', () => {
  const lines = new FairLines<string>(10);
  for (const item of ['a1', 'b1', 'b2']) lines.put(item[0] ?? '', item);
  expect(lines.next()).toBe('a1');
  lines.put('a', 'a2');
  expect(serve(lines)).toEqual(['b1', 'a2', 'b2']);
});

test('skips a queue that may not be served, which keeps its position', () => {
  const lines = new FairLines<string>(10);
  for (const item of ['a1', 'b1', 'b2']) lines.put(item[0] ?? '', item);
  expect(serve(lines, (from) => from !== 'a')).toEqual(['b1', 'b2']);
  expect([lines.size, serve(lines), lines.size]).toEqual([1, ['a1'], 0]);
});

test('drops the last item of the longest queue when there is no space, and refuses one for an equally long queue', () => {
  const lines = new FairLines<string>(3);
  for (const item of ['a1', 'a2', 'a3']) expect(lines.put('a', item)).toBeNull();
  expect(lines.put('a', 'a4')).toBe('a4');
  expect(lines.put('b', 'b1')).toBe('a3');
  expect(lines.put('b', 'b2')).toBe('b2');
  expect(lines.put('c', 'c1')).toBe('a2');
  expect(lines.put('d', 'd1')).toBe('d1');
  expect([lines.size, serve(lines)]).toEqual([3, ['a1', 'b1', 'c1']]);
});

test('frees the space of an item once when it is removed, served or cleared, however often it is removed', () => {
  const lines = new FairLines<string>(2);
  lines.put('a', 'a1');
  lines.put('b', 'b1');
  expect([lines.remove('a', 'a1'), lines.remove('a', 'a1'), lines.remove('b', 'a1')]).toEqual([true, false, false]);
  expect([lines.size, lines.put('c', 'c1'), lines.put('d', 'd1')]).toEqual([1, null, 'd1']);
  expect([lines.clear(), lines.size, lines.remove('b', 'b1')]).toEqual([['b1', 'c1'], 0, false]);
  expect([lines.put('a', 'a2'), lines.put('b', 'b2'), lines.put('c', 'c2')]).toEqual([null, null, 'c2']);
});
