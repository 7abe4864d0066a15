import { expect, test } from 'vitest';
import catalogueFile from '#catalogue/tribhuvan.json' with { type: 'json' };
import { summariseFaculty, type FacultySummary } from '#domain/catalogue.ts';
import { parseCatalogue } from '#domain/parse-catalogue.ts';
import { makeStagedRow } from '#test/support/staged-row.ts';
import { facultiesOf, facultyChoices, findChoices, subjectChoices, termChoices } from './choices.ts';

const { faculties } = parseCatalogue(catalogueFile);
const csit = faculties.filter(({ id }) => id === 'csit');
const row = makeStagedRow({ facultyId: 'csit', semesterId: '4' });
const first = (typed: string) => findChoices(subjectChoices(row, csit), typed)[0]?.label;

test('a subject is found by its name, the beginnings of its words, its code or an abbreviation', () => {
  expect(first('theory')).toBe('Theory of Computation');
  expect(first('op sys')).toBe('Operating Systems');
  expect(first('dsa')).toBe('Data Structures and Algorithms');
  expect(first('toc')).toBe('Theory of Computation');
  const code = csit[0]?.terms[3]?.subjects.find(({ name }) => name === 'Operating Systems')?.code ?? '';
  expect(first(code)).toBe('Operating Systems');
  expect(findChoices(subjectChoices(row, csit), 'basket weaving')).toEqual([]);
});

test('a subject is set together with its place; those of the row’s term come first', () => {
  const [choice] = subjectChoices(row, csit);
  expect(choice?.manual).toMatchObject({ facultyId: 'csit', semesterId: '4' });
});

test('faculties and terms are found by name, abbreviation and number', () => {
  const summaries = faculties.map(summariseFaculty);
  expect(findChoices(facultyChoices(summaries), 'csit')[0]?.manual).toEqual({ facultyId: 'csit' });
  expect(findChoices(facultyChoices(summaries), 'bachelor of business adm')[0]?.manual).toEqual({ facultyId: 'bba' });
  expect(findChoices(termChoices(row, summaries), '4')[0]?.manual).toEqual({ semesterId: '4' });
  expect(termChoices(makeStagedRow({}), summaries)).toEqual([]);
});

test('subjects of other faculties are offered unless the row itself is sure of its faculty', () => {
  const all = ['bba', 'bca'].map((id) => ({ id }) as FacultySummary);
  const sure = makeStagedRow({ facultyId: 'bba' });
  const { facultyId } = sure.fields;
  const inherited = { ...sure, fields: { ...sure.fields, facultyId: { ...facultyId, source: 'inherited' as const } } };
  expect(facultiesOf(sure, all)).toEqual(['bba']);
  expect(facultiesOf({ ...sure, doubtful: ['facultyId'] }, all)).toEqual(['bba', 'bca']);
  expect(facultiesOf(inherited, all)).toEqual(['bba', 'bca']);
  expect(facultiesOf(makeStagedRow({}), all)).toEqual(['bba', 'bca']);
});
