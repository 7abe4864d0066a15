import { expect, test } from 'vitest';
import { findExampleQuestion } from './example-question.ts';

test.each([
  [
    'Tribhuvan University\nTime: 3 hours\nAttempt any two questions.\n1. What is a monitor? Explain the dining philosophers\nproblem and its solution. (3+7)',
    'Explain the [dining philosophers problem] and its solution.',
  ],
  [
    'Group A\n[2×10=20]\n4. Define deadlock. How does the banker’s algorithm avoid it?',
    'How does the [banker’s algorithm avoid] it?',
  ],
  [
    'Long questions:\nDescribe the method of weighted residuals with an example. [5]',
    'Describe the method of [weighted residuals] with an example.',
  ],
  [
    'a) Write a program in C to sort student records by their roll number. b) …',
    'Write a program in C to [sort student records] by their roll number.',
  ],
])('takes a short question, and the words that name its topic, from %j', (text, expected) => {
  const found = findExampleQuestion(text);
  expect(found && `${found.before}[${found.words}]${found.after}`).toBe(expected);
});

test.each([
  ['instructions', 'Attempt all questions. Candidates are required to give their answers in their own words.'],
  ['a question without a topic', 'Write short notes on the following. Explain with example in detail.'],
  ['a long question', `Explain how ${'the scheduler of an operating system '.repeat(4)}works.`],
  ['formulas', 'Find the value of ∫ sin² x dx between the limits given above.'],
  ['text in another script', 'नेपालको संविधानका विशेषताहरू लेख्नुहोस्।'],
  ['a verb within a sentence', 'The students who Explain the memory management unit get marks.'],
  ['no text', ''],
])('takes nothing from %s', (_name, text) => {
  expect(findExampleQuestion(text)).toBeNull();
});
