import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OwnValues } from './collect-evidence.ts';
import { takeOver, type ManualExample } from './take-over.ts';

const open = { value: null, confidence: 0, from: [] };
const unsure = { facultyId: open, semesterId: open, subject: open, kind: open };
const sure = (value: string) => ({ value, confidence: 0.95, from: [] });
const nothing: OwnValues = { facultyId: [], semesterId: [], subject: [], kind: [] };
const file = (path: string, more: Partial<Pick<Parameters<typeof takeOver>[0], 'guess' | 'own'>> = {}) => ({
  id: 'own',
  path,
  guess: unsure,
  own: nothing,
  ...more,
});
const set = (id: string, path: string, more: Partial<ManualExample>): ManualExample => ({ id, path, ...more });

test('a file inherits without doubt from a file with the same name apart from the year, regardless of its folders', () => {
  const examples = [set('a', 'x/OS 2078.pdf', { subject: 'Operating Systems', kind: 'paper' })];
  expect(takeOver(file('x/OS 2079.pdf', { guess: { ...unsure, subject: sure('Open Source') } }), examples)).toEqual({
    subject: { value: 'Operating Systems', fromId: 'a', isSure: true },
    kind: { value: 'paper', fromId: 'a', isSure: true },
  });
});

test('a file inherits nothing that its own name or page contradicts', () => {
  const examples = [set('a', 'x/OS 2078.pdf', { subject: 'Operating Systems', kind: 'paper' })];
  const own = { ...nothing, subject: ['Open Source'], kind: ['note' as const] };
  expect(takeOver(file('x/OS 2079.pdf', { own }), examples)).toEqual({});
  expect(takeOver(file('x/web.pdf', { own }), examples)).toEqual({});
  expect(takeOver(file('x/web.pdf', { own: { ...own, subject: ['Operating Systems'] } }), examples)).toEqual({
    subject: { value: 'Operating Systems', fromId: 'a', isSure: false },
  });
});

describe('from other files of its folder', () => {
  const one = set('a', 'x/deadlock.pdf', { facultyId: 'csit', subject: 'Operating Systems' });
  const another = set('b', 'x/paging.pdf', { subject: 'Operating Systems' });

  test('a file inherits only fields of which it is not sure, and only with doubt', () => {
    const guess = { ...unsure, subject: sure('Web Technology') };
    expect(takeOver(file('x/threads.pdf', { guess }), [one])).toEqual({
      facultyId: { value: 'csit', fromId: 'a', isSure: false },
    });
    expect(takeOver(file('y/threads.pdf'), [one])).toEqual({});
    expect(takeOver({ ...file('x/deadlock.pdf'), id: 'a' }, [one])).toEqual({});
  });

  test('values are inherited without doubt if two examples agree, and not if another disagrees', () => {
    expect(takeOver(file('x/threads.pdf'), [one, another])).toEqual({
      facultyId: { value: 'csit', fromId: 'a', isSure: false },
      subject: { value: 'Operating Systems', fromId: 'a', isSure: true },
    });
    const third = set('c', 'x/sql.pdf', { subject: 'Database Management System' });
    expect(takeOver(file('x/threads.pdf'), [one, another, third]).subject).toBeUndefined();
  });

  test('one correction does not make files sure whose names are only numbers, such as scans and units of a flat folder', () => {
    const example = set('a', 'x/scan 1.pdf', { facultyId: 'csit', semesterId: '4', subject: 'Operating Systems' });
    for (const path of ['x/scan 2.pdf', 'x/3.pdf', 'x/unit 4.pdf'])
      for (const each of Object.values(takeOver(file(path), [example])))
        expect([path, each.isSure]).toEqual([path, false]);
  });
});

test('nothing is inherited if similar files disagree, and files with the same name take precedence', () => {
  const one = set('a', 'x/OS 2078.pdf', { subject: 'Operating Systems' });
  const other = set('b', 'x/DBMS 2078.pdf', { subject: 'Database Management System' });
  expect(takeOver(file('x/notes.pdf'), [one, other])).toEqual({});
  expect(takeOver(file('x/OS 2080.pdf'), [other, one]).subject).toEqual({
    value: 'Operating Systems',
    fromId: 'a',
    isSure: true,
  });
  const differs = set('c', 'x/OS 2079.pdf', { subject: 'Real Time Systems' });
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
