import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainLine } from './plain-line.ts';

test.each([
  ['Annexe\u202Efdp.exe', 'Annexefdp.exe'],
  ['\u2066left\u2069 \u2068and\u2069 \u2067right\u2069', 'left and right'],
  ['Phy\u200Bsics\uFEFF \u2060I\u00AD', 'Physics I'],
  ['Phy\u200Dsics', 'Physics'],
  ['Data\r\nStructures\tII\u2028III', 'Data Structures II III'],
  ['a\0b\u0007c\u0085d\u009Fe', 'abc de'],
  ['Flag\u{E0067}\u{E0062}', 'Flag'],
  ['\u200D\u200C leading', 'leading'],
  ['e\u0301tude', '\u00E9tude'],
  ['e\u200B\u0301\u200Dtude', '\u00E9tude'],
  ['\u1112\u1161\u11AB', '\uD55C'],
])('%j is stored as %j', (sent, kept) => {
  expect(plainLine(sent)).toBe(kept);
});

test.each([
  // A conjunct that stays open, and one that is split: another word without its joiner.
  'क्‍ष और क्‌ष',
  'می‌خواهم',
  '👩‍🔬 Chemistry ❤️',
  'شرح \u200Fالفيزياء (1)',
  'עברית',
  'C++ – Übung №\u00A02, 数学',
  '\u00E9tude',
])('%j stays as it is', (title) => {
  expect(plainLine(title)).toBe(title);
});

test.each(['', ' ', '\u200B', '\u202E\u202C', '\u3164', '\u2800', '\u200D', '\u200F', ' \u0301', '\uFEFF \u00AD'])(
  '%j has nothing visible',
  (sent) => {
    expect(plainLine(sent)).toBe('');
  },
);

test('a plain line stays unchanged, and is one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (sent) => {
      const line = plainLine(sent);
      expect(plainLine(line)).toBe(line);
      expect(plainLine(sent.normalize('NFD'))).toBe(line);
      expect(line).not.toMatch(/[\p{Cc}\u2028-\u202E\u2066-\u2069\u200B\uFEFF]/u);
    }),
  );
});
