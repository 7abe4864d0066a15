import { expect, test } from 'vitest';
import { isMarks } from './use-hidden-marks.ts';

test.each(['[5]', ' [ 10 ] ', '[2+6+2]', '(4+6)', '3+5', '[2×5=10]', '(5 × 2)', '5 marks', '(10 Marks)', '[2.5]'])(
  '%j is the marks of a question',
  (text) => {
    expect(isMarks(text, false)).toBe(true);
  },
);

test('a number in parentheses is marks only at the right of the page', () => {
  expect([isMarks('(5)', true), isMarks('(5)', false)]).toEqual([true, false]);
});

test.each(['5', '5.', '(a)', '[a]', '2023', 'a + b', '1 + x', '[see 5]', 'Full Marks: 60', ''])(
  '%j is no marks of a question',
  (text) => {
    expect(isMarks(text, true)).toBe(false);
  },
);
