import { expect, test } from 'vitest';
import { readPaperMinutes } from './paper-time.ts';

test.each([
  ['Full Marks: 60\nPass Marks: 24\nTime: 3 hours', 180],
  ['Time: 3 Hrs. Full Marks: 80', 180],
  ['TIME:3HRS', 180],
  ['[Time : Three Hours]', 180],
  ['Time Allowed – 2:30 hrs', 150],
  ['Time: 1.30 hours', 90],
  ['Time: 2.5 hours', 150],
  ['Duration: 2 hours 30 minutes', 150],
  ['Duration: 1 hour and 15 mins', 75],
  ['Time: 2½ Hours', 150],
  ['Time: 45 minutes', 45],
  ['Time: 90 mins', 90],
  ['समय: ३ घण्टा', 180],
  ['समय : २ घण्टा ३० मिनेट', 150],
])('%j gives %d minutes', (text, minutes) => {
  expect(readPaperMinutes(text)).toBe(minutes);
});

test.each([
  ['nothing about it', 'Attempt any two questions.'],
  ['a question about time', 'Define time complexity. [5] Sort in 3 hours.'],
  ['part of another word', 'Overtime: 3 hours are paid double.'],
  ['no time of an exam', 'Time: 0 hours'],
  ['too long', 'Duration: 48 hours'],
])('a text with %s gives none', (_, text) => {
  expect(readPaperMinutes(text)).toBeNull();
});
