import { expect, test } from 'vitest';
import { readOpened, writeOpened } from './opened-address.ts';

test('an address names the opened material and its page', () => {
  expect(readOpened('?open=abc&page=12')).toEqual({ id: 'abc', page: 12 });
  expect(readOpened('?q=x&open=abc')).toEqual({ id: 'abc', page: 1 });
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
  const opened = writeOpened({ faculty: 'csit' }, { id: 'abc', page: 4 });
  expect(opened).toEqual({ faculty: 'csit', open: 'abc', page: 4 });
  expect(writeOpened(opened, { id: 'abc', page: 1 })).toEqual({ faculty: 'csit', open: 'abc' });
  expect(writeOpened(opened, null)).toEqual({ faculty: 'csit' });
});

test('the words of a search stay in the address while the material is open', () => {
  expect(readOpened('?q=x&open=abc&page=7&find=linked+list')).toEqual({ id: 'abc', page: 7, find: 'linked list' });
  const opened = writeOpened({ q: 'x' }, { id: 'abc', page: 7, find: 'linked list' });
  expect(opened).toEqual({ q: 'x', open: 'abc', page: 7, find: 'linked list' });
  expect(writeOpened(opened, null)).toEqual({ q: 'x' });
  expect(writeOpened(opened, { id: 'other', page: 1 })).toEqual({ q: 'x', open: 'other' });
});
