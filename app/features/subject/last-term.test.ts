import { expect, test } from 'vitest';
import { parseTerm } from './last-term.ts';

test('a remembered term is read back', () => {
  const term = { facultyId: 'csit', facultyName: 'BSc CSIT', semesterId: '2', termName: 'Semester 2' };
  expect(parseTerm(JSON.stringify(term))).toEqual(term);
});

test('what is no term counts as nothing remembered', () => {
  expect(parseTerm('{')).toBeNull();
  expect(parseTerm('null')).toBeNull();
  expect(parseTerm('{"facultyId":"csit","facultyName":"","semesterId":"2","termName":"x"}')).toBeNull();
});
