import { expect, test } from 'vitest';
import tribhuvan from '#catalogue/tribhuvan.json' with { type: 'json' };
import { parseCatalogue } from '#domain/parse-catalogue.ts';
import { cleanName } from './clean-name.ts';
import { guessPlace } from '#domain/guess/guess-place.ts';
import { prepareGuessing } from '#domain/guess/prepare-guessing.ts';

const guessing = prepareGuessing(parseCatalogue(tribhuvan), 2026);
const guess = (path: string) => guessPlace({ path, firstPage: null }, guessing);

test('names are cleaned to the form that people would write: decoded, without extensions, copy marks and sites', () => {
  expect(guess('CSIT/Data%20Structures%20and%20Algorithms%202079.pdf')).toMatchObject({
    subject: { value: 'Data Structures and Algorithms' },
    year: { bs: 2079 },
  });
  expect(guess('CSIT/Operating+Systems+2078.pdf')).toMatchObject({
    subject: { value: 'Operating Systems' },
    year: { bs: 2078 },
  });
  expect(guess('%E0%A4%A8%E0%A5%87%E0%A4%AA%E0%A4%BE%E0%A4%B2%E0%A5%80%202079.pdf').year.bs).toBe(2079);
  expect(guess('CSIT/Operating%20Systems/Question%20Papers/2079.pdf')).toMatchObject({
    subject: { value: 'Operating Systems' },
    kind: { value: 'paper' },
  });
  for (const name of [
    'DBMS 2079.pdf.pdf',
    'Copy of DBMS 2079.pdf',
    'DBMS 2079 - Copy (2).pdf',
    'DBMS 2079 (1) (1).pdf',
  ])
    expect(guess(`CSIT/${name}`).year.bs).toBe(2079);
  // The name of the site has a word for another kind.
  expect(guess('CSIT/[TUSolutions.com] DBMS 2079.pdf').kind.value).toBe('paper');
});

test('the address of a school stays if it shows whose file it is', () => {
  expect(cleanName('[exams.example.edu.np] DBMS.pdf', { keepsSchools: true })).toBe('[exams.example.edu.np] DBMS');
  expect(cleanName('[exams.example.edu.np] DBMS.pdf')).toBe('DBMS');
  expect(cleanName('[notes.example.com] DBMS.pdf', { keepsSchools: true })).toBe('DBMS');
});

test('a name with only extensions and copy marks is empty', () => {
  expect(['', '.pdf', '(1).pdf', 'www.example.com.pdf'].map((name) => cleanName(name))).toEqual(['', '', '', '']);
});
