import { expect, test } from 'vitest';
import { listRenamings, toCurrentNames, toCurrentPlace } from './former-names.ts';
import { parseCatalogue } from './parse-catalogue.ts';

const catalogue = parseCatalogue({
  faculties: [
    {
      id: 'csit',
      name: 'BSc CSIT',
      type: 'semester',
      duration: 8,
      structure: [
        { id: '1', name: 'Semester 1', subjects: [{ name: 'Physics I', formerly: ['Physics', 'Mechanics'] }] },
        { id: '2', name: 'Semester 2', subjects: [{ name: 'Physics' }] },
      ],
    },
    {
      id: 'bca',
      name: 'BCA',
      type: 'semester',
      duration: 8,
      structure: [{ id: '1', name: 'Semester 1', subjects: [{ name: 'Motion', formerly: ['Mechanics'] }] }],
    },
  ],
});
const place = { facultyId: 'csit', semesterId: '1' };
const everywhere = { facultyIds: [], semesterIds: [] };

test('every former name of a subject leads to its current one', () => {
  expect(listRenamings(catalogue).map(({ place: { facultyId, subject }, name }) => [facultyId, subject, name])).toEqual(
    [
      ['csit', 'Physics', 'Physics I'],
      ['csit', 'Mechanics', 'Physics I'],
      ['bca', 'Mechanics', 'Motion'],
    ],
  );
});

test('a place gets the current name of its subject, and a current or unknown name stays', () => {
  const current = (change: object) => toCurrentPlace(catalogue, { ...place, subject: 'Physics', ...change }).subject;
  expect(current({})).toBe('Physics I');
  expect(current({ subject: 'Physics I' })).toBe('Physics I');
  expect(current({ semesterId: '2' })).toBe('Physics');
  expect(current({ semesterId: '9' })).toBe('Physics');
  expect(current({ facultyId: 'law' })).toBe('Physics');
  expect(toCurrentPlace(catalogue, { ...place, subject: 'Mechanics', year: 2020 })).toEqual({
    ...place,
    subject: 'Physics I',
    year: 2020,
  });
});

test('a filter finds a subject by a former name, unless one within its scope has that name now', () => {
  const names = (...subjects: string[]) => toCurrentNames(catalogue, subjects, everywhere);
  expect(names('Physics')).toEqual(['Physics']);
  expect(toCurrentNames(catalogue, ['Physics'], { facultyIds: ['csit'], semesterIds: ['1'] })).toEqual(['Physics I']);
  expect(names('Mechanics')).toEqual(['Physics I', 'Motion']);
  expect(toCurrentNames(catalogue, ['Mechanics'], { facultyIds: ['bca'], semesterIds: [] })).toEqual(['Motion']);
  expect(names('Mechanics', 'Motion', 'Chemistry')).toEqual(['Physics I', 'Motion', 'Chemistry']);
  expect(names()).toEqual([]);
});
