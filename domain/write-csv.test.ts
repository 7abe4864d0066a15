import { expect, test } from 'vitest';
import { writeCsv } from './write-csv.ts';

test('rows become lines that spreadsheets read as UTF-8, with quotes around cells that need them', () => {
  expect(
    writeCsv([
      ['Title', 'Year'],
      ['a, "b"', 2079],
      ['नेपाली\r\nअनिवार्य', ''],
    ]),
  ).toBe('\ufeffTitle,Year\r\n"a, ""b""",2079\r\n"नेपाली\r\nअनिवार्य",\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('%j is not a formula in a spreadsheet', (text) => {
  expect(writeCsv([[text]])).toMatch(/^\ufeff"?'/);
});

test('a number stays a number, even below zero', () => {
  expect(writeCsv([[-3, 0]])).toBe('\ufeff-3,0\r\n');
});
