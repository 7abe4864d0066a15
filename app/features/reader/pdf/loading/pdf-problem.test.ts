import { expect, test } from 'vitest';
import { problemOfStatus, toProblem } from './pdf-problem.ts';

test('a missing file is reported as missing, with its address', () => {
  expect(problemOfStatus(404, 'http://shelf.test/a.pdf').message).toBe('Missing PDF "http://shelf.test/a.pdf".');
});

test('any other status is named', () => {
  expect(problemOfStatus(503, 'http://shelf.test/a.pdf').message).toBe(
    'Unexpected server response (503) while retrieving PDF "http://shelf.test/a.pdf".',
  );
});

test("an error of the engine becomes the one message for a file that can't be shown", () => {
  const cause = new Error('Invalid XRef table');
  expect(toProblem(cause)).toMatchObject({ message: 'Failed to load PDF file.', cause });
});
