import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeOver, type ToldExample } from './take-over.ts';

const open = { value: null, confidence: 0, from: [] };
const unsure = { facultyId: open, semesterId: open, subject: open, kind: open };
const sure = (value: string) => ({ value, confidence: 0.95, from: [] });
const file = (path: string, guess: Parameters<typeof takeOver>[0]['guess'] = unsure) => ({ id: 'own', path, guess });
const told = (id: string, path: string, more: Partial<ToldExample>): ToldExample => ({ id, path, ...more });

test('a file takes over what was told for one of the same name but for numbers, whatever it guessed itself', () => {
  const examples = [told('a', 'x/OS 2078.pdf', { subject: 'Operating Systems', kind: 'paper' })];
  const guessed = { ...unsure, subject: sure('Open Source') };
  expect(takeOver(file('x/OS 2079.pdf', guessed), examples)).toEqual({
    subject: { value: 'Operating Systems', fromId: 'a' },
    kind: { value: 'paper', fromId: 'a' },
  });
});

test('from other files of its folder it takes over only what it is not sure of', () => {
  const examples = [told('a', 'x/OS 2078.pdf', { facultyId: 'csit', subject: 'Operating Systems' })];
  const guessed = { ...unsure, subject: sure('Web Technology') };
  expect(takeOver(file('x/web notes.pdf', guessed), examples)).toEqual({ facultyId: { value: 'csit', fromId: 'a' } });
  expect(takeOver(file('y/notes.pdf'), examples)).toEqual({});
  expect(takeOver({ ...file('x/OS 2078.pdf'), id: 'a' }, examples)).toEqual({});
});

test('where those like it disagree, nothing is taken over; those of the same name come first', () => {
  const one = told('a', 'x/OS 2078.pdf', { subject: 'Operating Systems' });
  const other = told('b', 'x/DBMS 2078.pdf', { subject: 'Database Management System' });
  expect(takeOver(file('x/notes.pdf'), [one, other])).toEqual({});
  expect(takeOver(file('x/OS 2080.pdf'), [other, one]).subject).toEqual({ value: 'Operating Systems', fromId: 'a' });
  const differs = told('c', 'x/OS 2079.pdf', { subject: 'Real Time Systems' });
  expect(takeOver(file('x/OS 2080.pdf'), [one, differs])).toEqual({});
});

test('the order of the examples does not matter', () => {
  const example = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    path: fc.constantFrom('x/1 a.pdf', 'x/2 a.pdf', 'x/b.pdf', 'y/1 a.pdf'),
    subject: fc.constantFrom('One', 'Two', null),
  });
  fc.assert(
    fc.property(fc.array(example, { maxLength: 5 }), (examples) => {
      const forward = takeOver(file('x/3 a.pdf'), examples);
      expect(takeOver(file('x/3 a.pdf'), examples.toReversed())).toEqual(forward);
    }),
    { numRuns: 100 },
  );
});
