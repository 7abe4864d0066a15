import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { SearchRequest } from '#contract/search.ts';
import { parseCatalogue } from '#domain/parse-catalogue.ts';
import { createFilterWords } from './filter-words.ts';
import { createSubjectFinder } from './subject-finder.ts';
import { createUnderstand } from './understand.ts';

const catalogue = parseCatalogue(JSON.parse(readFileSync('catalogue/tribhuvan.json', 'utf8')));
const subjects = createSubjectFinder(catalogue);
const readFilterWords = createFilterWords(catalogue, () => Date.UTC(2026, 5, 1));
const understand = createUnderstand({ catalogue, subjects, readFilterWords, calendar: 'both' });

const plain: SearchRequest = {
  q: '',
  kind: [],
  facultyId: [],
  semesterId: [],
  subject: [],
  year: [],
  yearBs: [],
  asTyped: false,
  limit: 10,
  offset: 0,
};

/** Returns the first named subject, and the filters that apply, as `name | filter filter`. */
function read(q: string, change: Partial<SearchRequest> = {}): string {
  const { subjects: named, terms, applied } = understand({ ...plain, ...change, q });
  const { kind = [], facultyId = [], semesterId = [], year = [], yearBs = [] } = applied ?? {};
  const filters = [
    ...facultyId,
    ...semesterId.map((id) => `term ${id}`),
    ...kind,
    ...year,
    ...yearBs.map((y) => `${y} BS`),
  ];
  const places = terms.map(({ facultyId: id, semesterId: term }) => (term === null ? id : `${id}/${term}`));
  const what = named[0]?.subject ?? (places.length > 0 ? places.join(', ') : 'nothing');
  return filters.length > 0 ? `${what} | ${filters.join(' ')}` : what;
}

/** Reads a table: in each line, the typed text and its meaning. */
const rows = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +→ +/) as [string, string]);

describe('a search names a subject', () => {
  test('by its name, in any case, with signs and endings of its own', () => {
    for (const [typed, meant] of rows(`
      operating systems → Operating Systems
      Operating System → Operating System
      THEORY OF COMPUTATION → Theory of Computation
      theory computation → Theory of Computation
      data structures & algorithms → Data Structures and Algorithms
      data structure and algorithm → Data Structures and Algorithms
      net-centric computing → NET Centric Computing
      e-commerce → E-Commerce
      mathematics 1 → Mathematics I
      Mathematics II → Mathematics II
      english 2 → English II
      project 3 → Project III
      law of torts → Law of Torts
      compulsory nepali → Compulsory Nepali
      internet of things → Internet of Things
      otorhinolaryngology ent → Otorhinolaryngology (ENT)
    `))
      expect([typed, read(typed)]).toEqual([typed, meant]);
  });

  test('by an abbreviation, from its initials or from common use', () => {
    for (const [typed, meant] of rows(`
      toc → Theory of Computation
      TOC → Theory of Computation
      os → Operating Systems
      dbms → Database Management System
      oop → Object Oriented Programming
      oops → Object Oriented Programming
      dsa → Data Structures and Algorithms
      daa → Design and Analysis of Algorithms
      ai → Artificial Intelligence
      sad → System Analysis and Design
      dwdm → Data Warehousing and Data Mining
      cn → Computer Networks
      cg → Computer Graphics
      iit → Introduction to Information Technology
      fit → Foundation of Information Technology
      mis → MIS and E-Business
      hrm → Human Resource Management
      som → Strength of Materials
      ent → Otorhinolaryngology (ENT)
      gis → Geographical Information System
      iot → Internet of Things
      adbms → Advanced Database
      automata → Theory of Computation
      compiler design → Compiler Design and Construction
      java → Advanced Java Programming
    `))
      expect([typed, read(typed)]).toEqual([typed, meant]);
  });

  test('by its code, however it is spaced, and by its code in an earlier curriculum', () => {
    for (const [typed, meant] of rows(`
      CSC264 → Operating Systems
      csc 264 → Operating Systems
      CSC-264 → Operating Systems
      csc.264 → Operating Systems
      CACS 205 → Web Technology
      cacs205 → Web Technology
      it 231 → Foundation of Information Technology
      IT231 → Foundation of Information Technology
      SH-552 → Probability and Statistics
      nep ed 401 → Compulsory Nepali
      csc206 → Data Structures and Algorithms
      CSC 206 → Data Structures and Algorithms
      csc-206 → Data Structures and Algorithms
      CSC 259 → Operating Systems
    `))
      expect([typed, read(typed)]).toEqual([typed, meant]);
  });

  test('by the beginning of its name, even misspelt, if no other subject begins so', () => {
    for (const [typed, meant] of rows(`
      opreting → Operating Systems
      operating sys → Operating Systems
      theory of comp → Theory of Computation
      cryptograpy → Cryptography
      jurisprudance → Jurisprudence
      microprocesor → Microprocessor
      otorhino → Otorhinolaryngology (ENT)
      compiler desing → Compiler Design and Construction
      data warehosing → Data Warehousing and Data Mining
    `))
      expect([typed, read(typed)]).toEqual([typed, meant]);
  });
});

describe('a search names no subject', () => {
  test('by words of a question, a beginning that many have, or operators', () => {
    for (const [typed, meant] of rows(`
      deadlock avoidance → nothing
      explain paging with an example → nothing
      data → nothing
      introduction → nothing
      the → nothing
      2079 → nothing
      notes → nothing
      Solve x^2 -5x + 6 = 0 by factoring → nothing
      "operating systems" → nothing
      operating -systems → nothing
      Prof. Subarna Shakya → nothing
    `))
      expect([typed, read(typed)]).toEqual([typed, meant]);
  });
});

describe('words for a programme, term, year or kind become filters of a subject', () => {
  test('in any order', () => {
    for (const [typed, meant] of rows(`
      bca os → Operating System | bca
      os bca → Operating System | bca
      2023 os csit → Operating Systems | csit 2023
      dbms 2079 → Database Management System | 2079 BS
      bca os 2079 → Operating System | bca 2079 BS
      toc question papers → Theory of Computation | paper
      toc notes → Theory of Computation | note
      old questions of dbms → Database Management System | paper
      important questions toc → Theory of Computation | revision
      bsc csit dsa notes → Data Structures and Algorithms | csit note
      dsa bca 3rd semester → Data Structure and Algorithms | bca term 3
      csc264 2080 → Operating Systems | 2080 BS
      csc 264 notes → Operating Systems | note
      microeconomics bba 2022 → Microeconomics | bba 2022
      bim web technology 1 → Web Technology I | bim
      mbbs anatomy → Anatomy | mbbs
      civil engineering hydraulics → Hydraulics | civil-eng
    `))
      expect([typed, read(typed)]).toEqual([typed, meant]);
  });

  test('and without a subject they name programmes and terms, and filter nothing', () => {
    for (const [typed, meant] of rows(`
      bca → bca
      bsc csit → csit
      BCA 3rd semester → bca/3
      csit semester 4 → csit/4
      bca 3 → bca/3
      mbbs second year → mbbs/2
      bca question papers → bca
      bca deadlock → nothing
    `))
      expect([typed, read(typed)]).toEqual([typed, meant]);
  });

  test('but not inside the name of a subject', () => {
    for (const [typed, meant] of rows(`
      business law → Business Law
      introduction to management → Introduction to Management
      research methods in social work → Research Methods in Social Work
    `))
      expect([typed, read(typed)]).toEqual([typed, meant]);
  });

  test('and filters of the request take precedence', () => {
    expect(read('bca os 2079', { yearBs: [2080] })).toBe('Operating System | bca 2080 BS');
  });

  test('and a library of both calendars has the two years AD only if no material has the year BS', () => {
    const { applied, instead } = understand({ ...plain, q: 'dbms 2079' });
    expect(applied).toMatchObject({ year: [], yearBs: [2079] });
    expect(instead).toMatchObject({ year: [2022, 2023], yearBs: [] });
    expect(understand({ ...plain, q: 'dbms 2022' })).toMatchObject({ applied: { year: [2022] }, instead: null });
  });

  test('and a library without Bikram Sambat has the two years AD instead', () => {
    const inAd = createUnderstand({ catalogue, subjects, readFilterWords, calendar: 'ad' });
    expect(inAd({ ...plain, q: 'dbms 2079' }).applied).toMatchObject({ year: [2022, 2023], yearBs: [] });
  });
});

test('a text longer than any name means nothing', () => {
  expect(read(`${' '.repeat(252)}toc`)).toBe('Theory of Computation');
  expect(read(`${' '.repeat(253)}toc`)).toBe('nothing');
});

test('a text of more words than any name means nothing', () => {
  expect(read(`${'the '.repeat(23)}toc`)).toBe('Theory of Computation');
  expect(read(`${'the '.repeat(24)}toc`)).toBe('nothing');
});

test('a search as typed means nothing', () => {
  expect(read('toc', { asTyped: true })).toBe('nothing');
});

test('an alias of the catalogue names its subject', () => {
  const own = parseCatalogue({
    faculties: [
      {
        id: 'x',
        name: 'X',
        type: 'year',
        duration: 1,
        structure: [
          { id: '1', name: 'Year 1', subjects: [{ name: 'Soil', aliases: ['Dirt Science', 'geo'] }, { name: 'Air' }] },
        ],
      },
    ],
  });
  const finder = createSubjectFinder(own);
  for (const typed of ['geo', 'dirt science', 'GEO'])
    expect([typed, finder.named(typed).map(({ subject }) => subject)]).toEqual([typed, ['Soil']]);
});
