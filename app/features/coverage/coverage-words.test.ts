import { expect, test } from 'vitest';
import { makeCoverageTable } from './coverage-table.ts';
import { columnWords, writeCoverageCsv } from './coverage-words.ts';

const subject = (name: string) => ({ name, code: null, slug: name });
const faculty = { terms: [{ id: '1', name: 'Semester 1', subjects: [subject('C, basics'), subject('Physics')] }] };
const paper = { kind: 'paper' as const, semesterId: '1', subject: 'Physics', year: 2026, count: 3, hidden: 1 };
const table = makeCoverageTable(faculty, { counts: [paper, { ...paper, year: 2010, hidden: 0 }] }, [2026, 2025]);

test('the CSV file has a line for each subject, including subjects without materials', () => {
  expect(writeCoverageCsv(table, 'ad').split('\r\n')).toEqual([
    '\ufeffSemester,Subject,2026,2025,Other years,Notes,Revision,Of these hidden',
    'Semester 1,"C, basics",0,0,0,0,0,0',
    'Semester 1,Physics,3,0,3,0,0,1',
    '',
  ]);
});

test.each([
  ['bs', '2082/83 BS (2026)', '2081/82 BS (2025)'],
  ['both', '2026 · 2082/83 BS', '2025 · 2081/82 BS'],
] as const)(
  'with CALENDAR=%s, a column names the years of Bikram Sambat in which its year AD lies',
  (calendar, ...years) => {
    expect(table.columns.map((column) => columnWords(column, calendar))).toEqual([
      ...years,
      'Other years',
      'Notes',
      'Revision',
    ]);
  },
);
