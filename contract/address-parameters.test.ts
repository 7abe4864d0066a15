import { expect, test } from 'vitest';
import { readParameters, writeParameters } from './address-parameters.ts';

test('values of an address are text as written, and a repeated one is a list', () => {
  expect({ ...readParameters('?q=1e3&year=2023&year=2024&year=x&open=007&page=true') }).toEqual({
    q: '1e3',
    year: ['2023', '2024', 'x'],
    open: '007',
    page: 'true',
  });
  expect(Object.keys(readParameters(''))).toEqual([]);
});

test('parsed parameters are written again, without undefined values', () => {
  for (const query of ['?q=a+%26+b&year=2023&year=2024', '?q=', ''])
    expect(writeParameters(readParameters(query))).toBe(query);
  expect(writeParameters({ q: 'c++', kind: [], part: undefined, page: 2 })).toBe('?q=c%2B%2B&page=2');
});

test("a parameter can't reach the prototype of objects", () => {
  const read = readParameters('?__proto__=a&__proto__=b&constructor=c');
  expect(Object.keys(read)).toEqual(['__proto__', 'constructor']);
  expect(({} as Record<string, unknown>)['a']).toBeUndefined();
});
