import { expect, test } from 'vitest';
import { facultyName, termName } from './place-names.ts';

test('a faculty or term that is not in the catalogue is shown with its id', () => {
  expect(facultyName([], 'astrology')).toBe('astrology');
  expect(termName([], 'astrology', '9')).toBe('9');
});
