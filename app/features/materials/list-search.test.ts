import { expect, test } from 'vitest';
import { readListSearch } from './list-search.ts';

test('the open material is read from the address', () => {
  expect(readListSearch({ open: '68f0c1d2000a1b2c3d4e', page: '7' })).toMatchObject({
    open: '68f0c1d2000a1b2c3d4e',
    page: 7,
  });
  expect(readListSearch({ open: 123, page: 2 })).toMatchObject({ open: '123', page: 2 });
});

test('the first part of a list is not in the address, and invalid values are dropped', () => {
  expect(readListSearch({ part: '1' }).part).toBeUndefined();
  expect(readListSearch({ part: '3' }).part).toBe(3);
  expect(readListSearch({ part: '-2' }).part).toBeUndefined();
  expect(readListSearch({ part: 'two', page: '1.5', open: '' })).toEqual({
    part: undefined,
    page: undefined,
    find: undefined,
    open: undefined,
  });
});

test('the words to mark are read from the address, cut, and dropped if empty', () => {
  expect(readListSearch({ find: ' avl rotation ' }).find).toBe('avl rotation');
  expect(readListSearch({ find: 2078 }).find).toBe('2078');
  expect(readListSearch({ find: 'x'.repeat(600) }).find).toHaveLength(500);
  expect(readListSearch({ find: ' ' }).find).toBeUndefined();
  expect(readListSearch({ find: { a: 1 } }).find).toBeUndefined();
});

test('unknown parameters are preserved', () => {
  expect(readListSearch({ campaign: 'spring' })).toMatchObject({ campaign: 'spring' });
});
