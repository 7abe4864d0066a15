import { expect, test } from 'vitest';
import { makeCoverageTable } from './coverage-table.ts';

const subject = (name: string) => ({ name, code: null, slug: name });
const faculty = {
  terms: [
    { id: '1', name: 'Semester 1', subjects: [subject('C'), subject('Physics')] },
    { id: '2', name: 'Semester 2', subjects: [subject('C')] },
  ],
};
const paper = { kind: 'paper' as const, semesterId: '1', subject: 'C', year: 2026, count: 1, hidden: 0 };
const years = [2026, 2025];

test('in an empty library, every year of every subject is missing', () => {
  const { columns, terms, ...sums } = makeCoverageTable(faculty, { counts: [] }, years);
  expect(columns.map(({ key }) => key)).toEqual(['2026', '2025', 'others', 'note', 'revision']);
  expect(terms.map(({ yearsThere, yearsTotal }) => [yearsThere, yearsTotal])).toEqual([
    [0, 4],
    [0, 2],
  ]);
  expect(sums).toEqual({ yearsThere: 0, yearsTotal: 6, misplaced: 0 });
});

test('a subject is counted in its own term, including hidden materials and, in one column, years outside the table', () => {
  const counts = [
    { ...paper, count: 3, hidden: 1 },
    { ...paper, year: 2010 },
    { ...paper, year: 2080, hidden: 1 },
    { ...paper, kind: 'note' as const, year: null, count: 2 },
    { ...paper, semesterId: '2', year: 2025, hidden: 1 },
  ];
  const { terms, yearsThere } = makeCoverageTable(faculty, { counts }, years);
  const none = { count: 0, hidden: 0 };
  expect(terms[0]?.rows[0]).toEqual({
    subject: 'C',
    amounts: [{ count: 3, hidden: 1 }, none, { count: 2, hidden: 1 }, { count: 2, hidden: 0 }, none],
    yearsThere: 1,
  });
  expect(terms[1]?.rows[0]?.amounts[1]).toEqual({ count: 1, hidden: 1 });
  expect(yearsThere).toBe(2);
});

test('materials whose term or subject is not in the catalogue are counted as misplaced', () => {
  const counts = [paper, { ...paper, subject: 'Alchemy', count: 2 }, { ...paper, semesterId: '9' }];
  expect(makeCoverageTable(faculty, { counts }, years).misplaced).toBe(3);
});
