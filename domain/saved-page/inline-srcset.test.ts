import { expect, test } from 'vitest';
import { readSrcset } from './inline-srcset.ts';

test.each([
  ['a.png 1x, b.png 2x,c.png 3x', ['a.png 1x', 'b.png 2x', 'c.png 3x']],
  ['a.png, b.png 480w', ['a.png ', 'b.png 480w']],
  [',, a ,b 100w h ,', ['a ', 'b 100w h']],
  ['a,b.png 2x', ['a,b.png 2x']],
  ['data:image/png;base64,AA== 1x, c 2x', ['data:image/png;base64,AA== 1x', 'c 2x']],
  ['', []],
])('the candidates of a picture are its addresses with their sizes: %s', (value, expected) => {
  expect(readSrcset(value).map(({ address, size }) => `${address} ${size}`)).toEqual(expected);
});

test('a hundred thousand candidates are read at once', () => {
  expect(readSrcset('a.png 1x, '.repeat(100_000))).toHaveLength(100_000);
  expect(readSrcset('a ('.repeat(100_000))).toHaveLength(1);
});
