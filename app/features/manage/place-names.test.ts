import { expect, test } from 'vitest';
import { facultyName, termName } from './place-names.ts';

test('a faculty or term the catalogue does not know is named by its id', () => {
  expect(facultyName([], 'astrology')).toBe('astrology');
  expect(termName([], 'astrology', '9')).toBe('9');
});
