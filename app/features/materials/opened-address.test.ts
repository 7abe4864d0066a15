import { expect, test } from 'vitest';
import {
  besideOf,
  closeSide,
  namesPage,
  openedPath,
  readOpened,
  replaceSide,
  swapSides,
  writeOpened,
  type Opened,
} from './opened-address.ts';

test('an address names the opened material and its page', () => {
  expect(readOpened('?open=abc&page=12')).toEqual({ id: 'abc', page: 12, find: '' });
  expect(readOpened('?q=x&open=abc')).toEqual({ id: 'abc', page: 1, find: '' });
});

test('an address without a material opens none', () => {
  expect(readOpened('')).toBeNull();
  expect(readOpened('?open=&page=3')).toBeNull();
  expect(readOpened('?open=..%2F..%2Fetc%2Fpasswd')).toBeNull();
  expect(readOpened('?open=%00')).toBeNull();
});

test('a page that is not a whole number from 1 is page 1', () => {
  expect(readOpened('?open=abc&page=0')?.page).toBe(1);
  expect(readOpened('?open=abc&page=2.5')?.page).toBe(1);
  expect(readOpened('?open=abc&page=last')?.page).toBe(1);
});

test('an id that looks like a number is still an id', () => {
  expect(readOpened('?open=%2212345%22')?.id).toBe('12345');
  expect(readOpened('?open=67e1234')?.id).toBe('67e1234');
});

test('opening and closing keep the other parameters', () => {
  const opened = writeOpened({ faculty: 'csit' }, { id: 'abc', page: 4, find: '' });
  expect(opened).toEqual({ faculty: 'csit', open: 'abc', page: 4 });
  expect(writeOpened(opened, { id: 'abc', page: 1, find: '' })).toEqual({ faculty: 'csit', open: 'abc' });
  expect(writeOpened(opened, null)).toEqual({ faculty: 'csit' });
});

test('an address names the words to mark, with the page even if it is page 1, and closing drops them', () => {
  expect(readOpened('?open=abc&page=7&find=avl+rotation')).toEqual({ id: 'abc', page: 7, find: 'avl rotation' });
  const opened = writeOpened({ q: 'avl' }, { id: 'abc', page: 1, find: 'avl' });
  expect(opened).toEqual({ q: 'avl', open: 'abc', page: 1, find: 'avl' });
  expect(writeOpened(opened, null)).toEqual({ q: 'avl' });
});

test('words that look like a number or are in quotes are read as written', () => {
  expect(readOpened('?open=abc&find=2078')?.find).toBe('2078');
  expect(readOpened('?open=abc&find=%22avl+tree%22')?.find).toBe('"avl tree"');
  expect(readOpened('?open=abc&find=%22avl')?.find).toBe('"avl');
});

test('too many words are cut', () => {
  expect(readOpened(`?open=abc&find=${'x'.repeat(600)}`)?.find).toHaveLength(500);
});

const two: Opened = { id: 'abc', page: 3, find: '', right: { id: 'def', page: 2 } };

test('an address names two materials side by side, each with its page', () => {
  expect(readOpened('?open=abc&page=3&compare=def&comparePage=2')).toEqual(two);
  expect(writeOpened({ faculty: 'csit' }, two)).toEqual({
    faculty: 'csit',
    open: 'abc',
    page: 3,
    compare: 'def',
    comparePage: 2,
  });
  expect(writeOpened({ open: 'abc', compare: 'def', comparePage: 2 }, null)).toEqual({});
  const address = new URL(openedPath(two), 'https://library.test');
  expect([address.pathname, readOpened(address.search)]).toEqual(['/material/abc', two]);
});

test('a second material that is invalid, equal to the first, or without a first is not opened', () => {
  for (const query of ['?open=abc&compare=', '?open=abc&compare=%00', '?open=abc&compare=abc'])
    expect(readOpened(query)).toEqual({ id: 'abc', page: 1, find: '' });
  expect(readOpened('?open=abc&compare=def&comparePage=x')?.right).toEqual({ id: 'def', page: 1 });
  expect(readOpened('?compare=def')).toBeNull();
});

test('each side has its own page in the address', () => {
  expect(namesPage('?open=abc&page=3&compare=def', 'abc')).toBe(true);
  expect(namesPage('?open=abc&page=3&compare=def', 'def')).toBe(false);
  expect(namesPage('?open=abc&compare=def&comparePage=2', 'abc')).toBe(false);
  expect(namesPage('?open=abc&compare=def&comparePage=2', 'def')).toBe(true);
});

test('sides are exchanged, and one side keeps its state when the other is closed', () => {
  expect(swapSides(two)).toEqual({ id: 'def', page: 2, find: '', right: { id: 'abc', page: 3 } });
  expect(swapSides({ id: 'abc', page: 3, find: '' })).toBeNull();
  expect(closeSide(two, 'def')).toEqual({ id: 'abc', page: 3, find: '' });
  expect(closeSide(two, 'abc')).toEqual({ id: 'def', page: 2, find: '' });
  expect(closeSide({ id: 'abc', page: 3, find: '' }, 'abc')).toBeNull();
  expect([besideOf(two, 'abc'), besideOf(two, 'def')]).toEqual([
    { id: 'def', page: 2 },
    { id: 'abc', page: 3 },
  ]);
});

test('a side can show another page or material, and the words to mark stay with their material', () => {
  const sought = { ...two, find: 'avl' };
  expect(replaceSide(sought, 'abc', { id: 'abc', page: 4 })).toEqual({ ...sought, page: 4 });
  expect(replaceSide(sought, 'abc', { id: 'ghi', page: 1 })).toEqual({ ...two, id: 'ghi', page: 1 });
  expect(replaceSide(sought, 'def', { id: 'ghi', page: 1 })).toEqual({ ...sought, right: { id: 'ghi', page: 1 } });
  expect(replaceSide(sought, 'def', { id: 'def', page: 2 })).toBe(sought);
  expect(replaceSide(sought, 'gone', { id: 'gone', page: 9 })).toBe(sought);
});
