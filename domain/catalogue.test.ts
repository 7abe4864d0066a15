import { expect, test } from 'vitest';
import { findFaculty, findSubject, findTerm, hasPlace, parseCatalogue, summariseFaculty } from './catalogue.ts';

/** A catalogue file with one faculty, as an operator would write it. */
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

test('a catalogue is read with slugs for its subjects and defaults for what may be left out', () => {
  expect(parseCatalogue(makeFile()).faculties[0]).toEqual({
    id: 'csit',
    name: 'BSc CSIT',
    fullName: 'BSc CSIT',
    university: null,
    type: 'semester',
    duration: 8,
    description: '',
    terms: [
      {
        id: '1',
        name: 'Semester 1',
        subjects: [
          { name: 'C', code: null, slug: 'c' },
          { name: 'C++', code: 'CSC2', slug: 'c-2' },
        ],
      },
      { id: '2', name: 'Semester 2', subjects: [{ name: 'c', code: null, slug: 'c' }] },
    ],
  });
});

test('what is wrong with a catalogue is said in one line that names the entry', () => {
  const refuse = (change: (faculty: ReturnType<typeof makeFile>['faculties'][0]) => void) => {
    const file = makeFile();
    file.faculties.forEach(change);
    return () => parseCatalogue(file);
  };
  expect(() => parseCatalogue(null)).toThrow('the catalogue');
  expect(() => parseCatalogue({ faculties: [] })).toThrow('must have at least one faculty');
  expect(refuse((faculty) => (faculty.id = 'a b'))).toThrow('faculty "a b", "id": must be 1 to 36 letters');
  expect(refuse((faculty) => (faculty.type = 'trimester'))).toThrow('faculty "csit", "type"');
  expect(refuse((faculty) => faculty.structure[1]?.subjects.splice(0))).toThrow(
    'faculty "csit", term "2", "subjects": must name at least one subject',
  );
  expect(refuse((faculty) => faculty.structure[0]?.subjects.push({ name: ' ' }))).toThrow(
    'faculty "csit", term "1", subject " ", "name": must not be empty',
  );
  expect(refuse((faculty) => faculty.structure.push(...faculty.structure))).toThrow(
    'faculty "csit", term "1": the id is used twice',
  );
  expect(refuse((faculty) => faculty.structure[0]?.subjects.push({ name: 'C' }))).toThrow(
    'the subject "C" is listed twice',
  );
  expect(() => parseCatalogue({ faculties: [...makeFile().faculties, ...makeFile().faculties] })).toThrow(
    'faculty "csit": the id is used twice',
  );
});

test('faculties, terms and subjects are found exactly, a subject by slug before by name', () => {
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

test('a place is in the catalogue only as a whole, its subject by name', () => {
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
