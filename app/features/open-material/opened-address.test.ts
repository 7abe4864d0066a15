import { expect, test } from 'vitest';
import { readOpened, writeOpened } from './opened-address.ts';

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

test('a page that is no whole number from 1 is page 1', () => {
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

test('an address names the words to mark, with the page even if it is the first, and closing drops them', () => {
  expect(readOpened('?open=abc&page=7&find=avl+rotation')).toEqual({ id: 'abc', page: 7, find: 'avl rotation' });
  const opened = writeOpened({ q: 'avl' }, { id: 'abc', page: 1, find: 'avl' });
  expect(opened).toEqual({ q: 'avl', open: 'abc', page: 1, find: 'avl' });
  expect(writeOpened(opened, null)).toEqual({ q: 'avl' });
});

test('words that look like a number or are in quotes are read as they were written', () => {
  expect(readOpened('?open=abc&find=2078')?.find).toBe('2078');
  expect(readOpened('?open=abc&find=%22avl+tree%22')?.find).toBe('"avl tree"');
  expect(readOpened('?open=abc&find=%22avl')?.find).toBe('"avl');
});

test('too many words are cut', () => {
  expect(readOpened(`?open=abc&find=${'x'.repeat(600)}`)?.find).toHaveLength(500);
});
