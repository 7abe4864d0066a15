import { describe, expect, test } from 'vitest';
import tribhuvan from '#catalogue/tribhuvan.json' with { type: 'json' };
import { parseCatalogue } from '#domain/parse-catalogue.ts';
import { guessPlace } from './guess-place.ts';
import { prepareGuessing } from './prepare-guessing.ts';
import { contradictoryTerms, termNumbers } from './term-numbers.ts';

const terms = (...list: [id: string, name: string][]) => list.map(([id, name]) => ({ id, name, subjects: [] }));

describe('terms are numbered', () => {
  test('by their names, else by their ids, and by their position only if none of these has a number', () => {
    const semester = (...list: [string, string][]) => termNumbers({ type: 'semester', terms: terms(...list) });
    expect(semester(['1', 'Semester 1'], ['3', 'Semester 3'], ['4', 'Semester IV'])).toEqual([1, 3, 4]);
    expect(semester(['first', 'First Semester'], ['s3', 'Autumn'], ['last', 'Winter'])).toEqual([1, 3, 0]);
    expect(semester(['a', 'Autumn'], ['w', 'Winter'])).toEqual([1, 2]);
    expect(semester(['1-1', 'Year I Part I'], ['2-2', 'Year 2 Part 2'])).toEqual([1, 4]);
    expect(termNumbers({ type: 'year', terms: terms(['1', 'Year 1'], ['3', 'Third Year']) })).toEqual([1, 3]);
  });

  test('and those whose id and name have different numbers are listed', () => {
    const faculty = {
      type: 'semester' as const,
      terms: terms(['1', 'Semester 1'], ['2', 'Semester 3'], ['last', 'Semester 4']),
    };
    expect(contradictoryTerms(faculty).map(({ id }) => id)).toEqual(['2']);
  });
});

test('missing terms of a catalogue do not renumber the others', () => {
  const catalogue = parseCatalogue(tribhuvan);
  const [csit] = catalogue.faculties;
  if (!csit) throw new Error('the catalogue is empty');
  const gaps = { faculties: [{ ...csit, terms: csit.terms.filter(({ id }) => id !== '2') }] };
  const guessing = prepareGuessing(gaps, 2026);
  const text = 'Tribhuvan University\nBachelor Level / Semester IV\nOperating Systems (CSC264)\nFull Marks: 60';
  for (const [path, firstPage, term] of [
    ['CSIT/Operating Systems 2079.pdf', text, '4'],
    ['CSIT/Sem 3/x.pdf', null, '3'],
    ['CSIT/Sem 2/x.pdf', null, null],
  ] as const)
    expect([path, guessPlace({ path, firstPage }, guessing).semesterId.value]).toEqual([path, term]);
});

test('a term that is not in the catalogue makes a subject of another term doubtful, even if it is named several times', () => {
  const [csit] = parseCatalogue(tribhuvan).faculties;
  if (!csit) throw new Error('the catalogue is empty');
  const gaps = { faculties: [{ ...csit, terms: csit.terms.filter(({ id }) => id !== '4') }] };
  const guessing = prepareGuessing(gaps, 2026);
  const firstPage = 'Tribhuvan University\nDatabase Management System (CSC260)\n2075\nFull Marks: 60\nTime: 3 hours';
  const path = 'BSc CSIT/Fourth Semester/Database Management System/Database Management System 2075.pdf';
  const { semesterId, against } = guessPlace({ path, firstPage }, guessing);
  expect(semesterId.confidence).toBeLessThan(0.9);
  expect(against).toEqual(['folder “Fourth Semester”']);
});
