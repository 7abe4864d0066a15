import { expect, test } from 'vitest';
import tribhuvan from '#catalogue/tribhuvan.json' with { type: 'json' };
import { parseCatalogue } from '#domain/parse-catalogue.ts';
import { guessPlace, type KnownFacts } from './guess-place.ts';
import { prepareGuessing } from './prepare-guessing.ts';
import { resolveFields, type ManualFields } from './resolve-fields.ts';

const catalogue = parseCatalogue(tribhuvan);
const guessing = prepareGuessing(catalogue, 2026);
const guess = (path: string, facts: KnownFacts = {}) => guessPlace({ path, firstPage: null }, guessing, facts);
const resolve = (path: string, manual: ManualFields = {}) =>
  resolveFields({ path, manual, inherited: {}, guess: guess(path) }, catalogue);

test('a known faculty, term or subject narrows the rest, even if no name has it', () => {
  expect(guess('DBMS.pdf').facultyId.confidence).toBeLessThan(0.9);
  const inCsit = guess('DBMS.pdf', { facultyId: 'csit' });
  expect([inCsit.semesterId.value, inCsit.subject.value]).toEqual(['4', 'Database Management System']);
  expect(inCsit.subject.confidence).toBeGreaterThanOrEqual(0.9);
  const bySubject = guess('scan.pdf', { facultyId: 'csit', subject: 'Operating Systems' });
  expect([bySubject.semesterId.value, bySubject.semesterId.confidence]).toEqual(['4', 0.99]);
  const elsewhere = guess('CSIT/Sem 4/OS.pdf', { facultyId: 'bba' });
  expect(elsewhere.facultyId.value).toBe('bba');
  expect(elsewhere.subject.value).not.toBe('Operating Systems');
  expect(guess('OS.pdf', { facultyId: 'csit', subject: 'No such subject' }).semesterId.value).toBeNull();
});

test('a manual value is certain; a value guessed below 0.9, missing or not in the catalogue is doubtful', () => {
  const path = 'CSIT/Sem 4/OS question paper 2022.pdf';
  expect(resolve(path)).toMatchObject({ doubtful: [], fields: { subject: { source: 'guess' } } });
  expect(resolve('CSIT/Sem 4/abc.pdf').doubtful).toEqual(['subject', 'kind']);
  expect(resolve(path, { subject: 'Basket Weaving' })).toMatchObject({ doubtful: ['subject'], confidence: 0 });
  expect(resolve(path, { semesterId: '9' })).toMatchObject({ doubtful: ['semesterId'] });
  const place = { facultyId: 'csit', semesterId: '4', subject: 'Operating Systems' };
  expect(resolve('abc.pdf', { ...place, kind: 'note' })).toMatchObject({ doubtful: [], confidence: 1 });
  expect(resolve('abc.pdf', { ...place, kind: 'paper' }).doubtful).toEqual(['year']);
  expect(resolve('abc.pdf', { ...place, kind: 'paper', year: null }).doubtful).toEqual(['year']);
});

test('a subject set by hand before it was renamed is filed under its current name', () => {
  const [faculty] = catalogue.faculties;
  const [term] = faculty?.terms ?? [];
  const [first, ...others] = term?.subjects ?? [];
  if (!faculty || !term || !first) throw new Error('not found');
  const renamed = { ...first, name: 'Computing', formerly: [{ name: first.name, slug: first.slug }] };
  const terms = [{ ...term, subjects: [renamed, ...others] }];
  const file = { path: 'abc.pdf', inherited: {}, guess: guess('abc.pdf') };
  const manual: ManualFields = { facultyId: faculty.id, semesterId: term.id, subject: first.name, kind: 'note' };
  const resolved = resolveFields({ ...file, manual }, { faculties: [{ ...faculty, terms }] });
  expect(resolved).toMatchObject({ doubtful: [], fields: { subject: { value: 'Computing', source: 'manual' } } });
});

test('the year of Bikram Sambat stays with the year AD it overlaps, and is cleared with another year', () => {
  expect(resolve('OS 2079.pdf').fields.year).toMatchObject({ value: 2022, bs: 2079 });
  expect(resolve('OS 2079.pdf', { year: 2022 }).fields.year).toMatchObject({ source: 'manual', bs: 2079 });
  expect(resolve('OS 2079.pdf', { year: 2023 }).fields.year).toMatchObject({ value: 2023, bs: 2079 });
  expect(resolve('OS 2079.pdf', { year: 2019 }).fields.year.bs).toBeNull();
  expect(resolve('OS 2079.pdf', { year: 2019, bsYear: 2076 }).fields.year.bs).toBe(2076);
  expect(resolve('OS 2079.pdf', { year: 2015, bsYear: 2076 }).fields.year.bs).toBeNull();
});

test('the title is the name of the file, or subject and year if the name is generic', () => {
  expect(resolve('a/v1.2 notes_of OS (2).PDF').title).toBe('v1.2 notes of OS');
  expect(resolve('a/.pdf').title).toBe('.pdf');
  expect(resolve('CSIT/Sem 4/OS/2079.pdf').title).toBe('Operating Systems 2079 BS');
  expect(resolve('CSIT/Sem 4/OS/scan0012.pdf').title).toBe('Operating Systems');
  expect(resolve('scan0012.pdf').title).toBe('scan0012');
  expect(resolve('a.pdf', { title: 'By hand' }).title).toBe('By hand');
  expect(resolve(`${'long '.repeat(80)}.pdf`).title.length).toBeLessThanOrEqual(255);
  expect(resolve(`${'1 '.repeat(400)}x.pdf`).title.length).toBeLessThanOrEqual(255);
});
