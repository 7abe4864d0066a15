import { expect, test } from 'vitest';
import { parseContentRange } from './content-range.ts';

test('a range is parsed exactly as it is sent', () => {
  expect(parseContentRange('bytes 5242880-10485759/12582912')).toEqual({
    first: 5242880,
    last: 10485759,
    total: 12582912,
  });
  expect(parseContentRange(undefined)).toBeNull();
});

test('release 12 of the SDK may write the total as last byte', () => {
  expect(parseContentRange('bytes 5242880-5242890/5242890')).toEqual({ first: 5242880, last: 5242889, total: 5242890 });
});

test.each([
  '',
  'bytes',
  'bytes 0-1',
  'bytes 0-1/*',
  'bytes */10',
  'items 0-1/2',
  'bytes -1-2/3',
  'bytes 0-1/2, bytes 2-3/4',
  'bytes 0-1/99999999999999999',
])('refuses %j', (header) => {
  expect(() => parseContentRange(header)).toThrow('content-range');
});
