import { expect, test } from 'vitest';
import { parseTerm } from './last-term.ts';

test('a stored term is read back', () => {
  const term = { facultyId: 'csit', facultyName: 'BSc CSIT', semesterId: '2', termName: 'Semester 2' };
  expect(parseTerm(JSON.stringify(term))).toEqual(term);
});

test('an invalid value counts as nothing stored', () => {
  expect(parseTerm('{')).toBeNull();
  expect(parseTerm('null')).toBeNull();
  expect(parseTerm('{"facultyId":"csit","facultyName":"","semesterId":"2","termName":"x"}')).toBeNull();
});
