import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRange } from './byte-range.ts';

describe('a Range header', () => {
  test('requests one range, clipped to the file', () => {
    expect(parseRange('bytes=0-0', 10)).toEqual({ start: 0, end: 0 });
    expect(parseRange('bytes=2-4', 10)).toEqual({ start: 2, end: 4 });
    expect(parseRange('bytes=2-', 10)).toEqual({ start: 2, end: 9 });
    expect(parseRange('bytes=2-9999999999999999999999', 10)).toEqual({ start: 2, end: 9 });
    expect(parseRange('bytes=-3', 10)).toEqual({ start: 7, end: 9 });
    expect(parseRange('bytes=-300', 10)).toEqual({ start: 0, end: 9 });
    expect(parseRange('Bytes=0-1', 10)).toEqual({ start: 0, end: 1 });
    expect(parseRange('bytes=, \t0-1 ,', 10)).toEqual({ start: 0, end: 1 });
  });

  test('cannot be satisfied after the end or for the last 0 bytes', () => {
    expect(parseRange('bytes=10-', 10)).toBe('unsatisfiable');
    expect(parseRange('bytes=10-12', 10)).toBe('unsatisfiable');
    expect(parseRange('bytes=99999999999999999999-', 10)).toBe('unsatisfiable');
    expect(parseRange('bytes=-0', 10)).toBe('unsatisfiable');
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
  });

  test('is ignored when it is absent, of another unit, malformed, or a set of several', () => {
    const overlooked = [
      undefined,
      '',
      'bytes',
      'bytes=',
      'bytes=-',
      'bytes=,',
      'bytes=a-b',
      'bytes=4-2',
      'bytes=1',
      'pages=1-2',
    ];
    for (const header of overlooked) expect(parseRange(header, 10)).toBe('whole');
    for (const header of ['bytes=0-1,4-5', 'bytes 0-1', 'bytes=0--1', 'bytes=+1-2', 'bytes=1.0-2', 'bytes=0x1-2']) {
      expect(parseRange(header, 10)).toBe('whole');
    }
    expect(parseRange('bytes=9007199254740993-9007199254740992', 10)).toBe('whole');
  });

  test('never leaves the file, for any header', () => {
    const pieces = fc.array(
      fc.constantFrom('bytes', '=', '-', ',', ' ', '0', '1', '9', '42', '99999999999999999999', 'x'),
    );
    const headers = fc.oneof(
      fc.string(),
      pieces.map((parts) => parts.join('')),
      pieces.map((parts) => `bytes=${parts.join('')}`),
    );
    fc.assert(
      fc.property(headers, fc.nat(100), (header, size) => {
        const range = parseRange(header, size);
        if (typeof range === 'string') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.start).toBeLessThanOrEqual(range.end);
        expect(range.end).toBeLessThan(size);
      }),
    );
  });

  test('any ordered pair reads the same bytes as `slice`', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(60), fc.nat(60), (size, one, other) => {
        const [first, last] = [Math.min(one, other), Math.max(one, other)];
        const bytes = Array.from({ length: size }, (_, index) => index);
        const expected = bytes.slice(first, last + 1);
        const range = parseRange(`bytes=${first}-${last}`, size);
        const found = typeof range === 'string' ? [] : bytes.slice(range.start, range.end + 1);
        expect([found, range === 'unsatisfiable']).toEqual([expected, expected.length === 0]);
      }),
    );
  });
});
