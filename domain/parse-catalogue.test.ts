import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import threeFaculties from '#catalogue/three-faculties.json' with { type: 'json' };
import tribhuvan from '#catalogue/tribhuvan.json' with { type: 'json' };
import { describeCatalogue, findUnknownKeys, InvalidCatalogue, parseCatalogue } from './parse-catalogue.ts';

type SubjectEntry = { name: string; code?: string; formerly?: string[] };

/** Returns a catalogue file with one faculty, as written by an operator. */
function makeFile(subjects: SubjectEntry[] = [{ name: 'C' }, { name: 'C++', code: 'CSC2' }]) {
  return {
    faculties: [
      {
        id: 'csit',
        name: 'BSc CSIT',
        type: 'semester',
        duration: 8,
        structure: [
          { id: '1', name: 'Semester 1', subjects },
          { id: '2', name: 'Semester 2', subjects: [{ name: 'c' }] },
        ],
      },
    ],
  };
}

/** Returns every fault of the file; none if it is valid. */
function faultsOf(file: unknown): readonly string[] {
  try {
    parseCatalogue(file);
    return [];
  } catch (error) {
    if (error instanceof InvalidCatalogue) return error.faults;
    throw error;
  }
}

/** Returns the faults of the first term with these subjects, without the position in each message. */
const faultsOfSubjects = (subjects: SubjectEntry[]) =>
  faultsOf(makeFile(subjects)).map((fault) => fault.replace('faculty "csit", term "1", ', ''));

/** Returns the slugs of the subjects of the first term, with those of their former names. */
const slugsOf = (subjects: SubjectEntry[]) =>
  parseCatalogue(makeFile(subjects)).faculties[0]?.terms[0]?.subjects.map(({ slug, formerly = [] }) =>
    [slug, ...formerly.map((former) => former.slug)].join(' < '),
  );

test('a catalogue is parsed with slugs for its subjects and defaults for missing values', () => {
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

test('all faults of a catalogue are reported together, each in a sentence that names entry and key', () => {
  const file = {
    faculties: [
      { id: 'a b', name: '', type: 'trimester', duration: 0, structure: 'none' },
      {
        id: 'law',
        type: 'year',
        duration: '3',
        structure: [
          { id: 1, name: 'Year 1', subjects: [] },
          {
            id: '2',
            name: 'Year 2',
            subjects: [{ name: 'Torts', code: 7 }, { name: 'Torts' }, 'Contracts', { name: ' ' }],
          },
          { id: '2', name: 'Year 3', subjects: [{ name: 'Equity', formerly: ['', 'Equity', 3] }] },
        ],
      },
      { id: 'law', name: 'Law', type: 'year', duration: 3, structure: [] },
    ],
  };
  expect(faultsOf(file)).toEqual([
    'faculty "a b", "id": must be 1 to 36 letters, digits, "-" or "_", beginning with a letter or digit',
    'faculty "a b", "name": must not be empty',
    'faculty "a b", "type": must be "semester" or "year"',
    'faculty "a b", "duration": must be more than 0',
    'faculty "a b", "structure": must be a list in square brackets',
    'faculty "law", "name": is missing',
    'faculty "law", "duration": must be a number',
    'faculty "law", term "Year 1", "id": must be text in quotation marks',
    'faculty "law", term "Year 1", "subjects": must name at least one subject',
    'faculty "law", term "2", subject "Torts", "code": must be text in quotation marks',
    'faculty "law", term "2", subject number 3: must be entries in braces',
    'faculty "law", term "2", subject number 4, "name": must not be empty',
    'faculty "law", term "2", subject "Equity", former name number 1: must not be empty',
    'faculty "law", term "2", subject "Equity", former name number 3: must be text in quotation marks',
    'faculty "law", "structure": must have at least one term',
    'faculty "law", "id": is used twice',
    'faculty "law", term "2", "id": is used twice',
    'faculty "law", term "2", subject "Torts", "name": is listed twice',
    'faculty "law", term "2", subject "Equity", "formerly": "Equity" is its current name',
  ]);
  expect(faultsOf(null)).toEqual(['the catalogue: must be entries in braces']);
  expect(faultsOf([])).toEqual(['the catalogue: must be entries in braces']);
  expect(faultsOf({})).toEqual(['"faculties": is missing']);
  expect(faultsOf({ faculties: [] })).toEqual(['"faculties": must have at least one faculty']);
});

test('the error of a catalogue is one line: its first fault, and the number of further ones', () => {
  expect(() => parseCatalogue({ faculties: [] })).toThrow(/^"faculties": must have at least one faculty$/);
  expect(() => parseCatalogue(makeFile([{ name: '' }, { name: 'C', formerly: ['C'] }]))).toThrow(
    /^faculty "csit", term "1", subject number 1, "name": must not be empty \(and 1 more; see npm run check-catalogue\)$/,
  );
});

test('a former name belongs to one subject, and to none that is still listed in the term', () => {
  expect(faultsOfSubjects([{ name: 'B', formerly: ['A'] }])).toEqual([]);
  expect(faultsOfSubjects([{ name: 'B', formerly: ['B '] }])).toEqual([
    'subject "B", "formerly": "B" is its current name',
  ]);
  expect(faultsOfSubjects([{ name: 'A' }, { name: 'B', formerly: ['A'] }])).toEqual([
    'subject "B", "formerly": "A" is the name of another subject of this term. Remove one of the two',
  ]);
  expect(faultsOfSubjects([{ name: 'B', formerly: ['A', 'A'] }])).toEqual([
    'subject "B", "formerly": "A" is listed twice',
  ]);
  expect(
    faultsOfSubjects([
      { name: 'B', formerly: ['A'] },
      { name: 'C', formerly: ['A'] },
    ]),
  ).toEqual(['subject "C", "formerly": "A" is also a former name of "B". Leave it where its materials belong']);
  // Another term has its own subjects.
  expect(faultsOfSubjects([{ name: 'B', formerly: ['c'] }])).toEqual([]);
});

test('a renaming changes no other address, and the former address stays with its subject', () => {
  expect(slugsOf([{ name: 'C' }, { name: 'C++' }, { name: 'C#' }])).toEqual(['c', 'c-2', 'c-3']);
  expect(slugsOf([{ name: 'C' }, { name: 'Objects', formerly: ['C++'] }, { name: 'C#' }])).toEqual([
    'c',
    'objects < c-2',
    'c-3',
  ]);
  expect(slugsOf([{ name: 'Three', formerly: ['One', 'Two'] }])).toEqual(['three < one < two']);
  expect(slugsOf([{ name: 'Physics', formerly: ['PHYSICS', 'Physics!'] }, { name: 'Physics?' }])).toEqual([
    'physics < physics < physics',
    'physics-2',
  ]);
});

test('keys without a meaning are reported, so that a misspelt one is noticed', () => {
  expect(findUnknownKeys(makeFile())).toEqual([]);
  const subjects = [{ name: 'B', formely: ['A'] }];
  expect(findUnknownKeys({ note: '', ...makeFile(subjects) })).toEqual([
    '"note": is ignored. Known keys: $schema, faculties',
    'faculty "csit", term "1", subject "B", "formely": is ignored. Known keys: name, code, formerly, aliases',
  ]);
  for (const shipped of [tribhuvan, threeFaculties]) expect(findUnknownKeys(shipped)).toEqual([]);
  for (const odd of [null, [], { faculties: 3 }, { faculties: [null, { structure: [3] }] }])
    expect(findUnknownKeys(odd)).toEqual([]);
});

/** `npm exec -- vitest run --project rules -u domain/parse-catalogue.test.ts` writes the file after a change. */
test("the schema for editors is the same as the server's, and finds misspelt keys", async () => {
  const schema = describeCatalogue();
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot('../catalogue/catalogue.schema.json');
  const isValid = new Ajv2020({ strict: false }).compile(schema);
  for (const right of [tribhuvan, threeFaculties, { $schema: './catalogue.schema.json', ...makeFile() }])
    expect(isValid(right)).toBe(true);
  for (const wrong of [{}, makeFile([]), makeFile([{ name: '' }]), { faculty: [], ...makeFile() }])
    expect(isValid(wrong)).toBe(false);
  expect(isValid(makeFile([Object.assign({ name: 'B' }, { formely: ['A'] })]))).toBe(false);
});

test('names with a form for each language are read in one of them, and in English where one is missing', () => {
  const file = makeFile();
  const [faculty] = file.faculties;
  const forms = { ...faculty, name: { en: 'BSc CSIT', ne: 'बीएस्सी सीएसआईटी' }, university: { en: 'A University' } };
  const read = (language?: string) => {
    const [found] = parseCatalogue({ faculties: [forms] }, language).faculties;
    return [found?.name, found?.university, found?.terms[0]?.name];
  };
  expect(read()).toEqual(['BSc CSIT', 'A University', 'Semester 1']);
  expect(read('ne')).toEqual(['बीएस्सी सीएसआईटी', 'A University', 'Semester 1']);
  expect(faultsOf({ faculties: [{ ...faculty, name: { ne: 'बीएस्सी' } }] })).toEqual([
    'faculty "csit", "name": must be text in quotation marks',
  ]);
});
