import { expect, test } from 'vitest';
import { findFaculty, findSubject, findTerm, hasPlace, summariseFaculty } from './catalogue.ts';
import { parseCatalogue } from './parse-catalogue.ts';

/** Returns a catalogue file with one faculty, as written by an operator. */
function makeFile() {
  return {
    faculties: [
      {
        id: 'csit',
        name: 'BSc CSIT',
        type: 'semester',
        duration: 8,
        structure: [
          { id: '1', name: 'Semester 1', subjects: [{ name: 'C' }, { name: 'C++', code: 'CSC2' }] },
          { id: '2', name: 'Semester 2', subjects: [{ name: 'c' }] },
        ],
      },
    ],
  };
}

test('faculties, terms and subjects are found exactly; a slug has precedence over a name', () => {
  const catalogue = parseCatalogue(makeFile());
  const faculty = findFaculty(catalogue, 'csit');
  const term = faculty && findTerm(faculty, '1');
  if (!faculty || !term) throw new Error('not found');
  expect(findFaculty(catalogue, 'CSIT')).toBeNull();
  expect(findTerm(faculty, '3')).toBeNull();
  expect(findSubject(term, 'c-2')?.name).toBe('C++');
  expect(findSubject(term, 'C++')?.name).toBe('C++');
  expect(findSubject(term, 'c')?.name).toBe('C');
  expect(findSubject(term, 'D')).toBeNull();
});

test('a former name or slug finds a subject only if no current slug or name matches', () => {
  const subjects = [{ name: 'C' }, { name: 'Programming', formerly: ['C++', 'D'] }, { name: 'C#' }];
  const structure = [{ id: '1', name: 'Semester 1', subjects }];
  const catalogue = parseCatalogue({
    faculties: [{ id: 'csit', name: 'CSIT', type: 'semester', duration: 8, structure }],
  });
  const [term] = catalogue.faculties[0]?.terms ?? [];
  if (!term) throw new Error('not found');
  const find = (slugOrName: string) => findSubject(term, slugOrName)?.name;
  expect(['C++', 'c-2', 'D', 'd', 'programming'].map(find)).toEqual(Array.from({ length: 5 }, () => 'Programming'));
  expect([find('c'), find('C'), find('c-3'), find('C#'), find('E')]).toEqual(['C', 'C', 'C#', 'C#', undefined]);
});

test('a place is in the catalogue only if all of it is; its subject is given by name', () => {
  const catalogue = parseCatalogue(makeFile());
  const place = { facultyId: 'csit', semesterId: '1', subject: 'C++' };
  expect(hasPlace(catalogue, place)).toBe(true);
  expect(hasPlace(catalogue, { ...place, subject: 'c-2' })).toBe(false);
  expect(hasPlace(catalogue, { ...place, semesterId: '2' })).toBe(false);
  expect(hasPlace(catalogue, { ...place, facultyId: 'bca' })).toBe(false);
});

test('the short form of a faculty counts the subjects of each term', () => {
  const [faculty] = parseCatalogue(makeFile()).faculties;
  if (!faculty) throw new Error('not found');
  expect(summariseFaculty(faculty).terms).toEqual([
    { id: '1', name: 'Semester 1', subjectCount: 2 },
    { id: '2', name: 'Semester 2', subjectCount: 1 },
  ]);
});
