import { expect, test } from 'vitest';
import { examTime } from './exam-time.ts';

function inOrder(papers: readonly [title: string, year: number, yearBs?: number][]): string[] {
  return papers
    .map(([title, year, yearBs = null]) => ({ title, time: examTime({ title, year, yearBs: yearBs ?? null }) }))
    .toSorted((one, other) => Number(one.time) - Number(other.time))
    .map(({ title }) => title);
}

test('months of Bikram Sambat are in the order of its year, in any spelling', () => {
  const titles = ['Baishakh', 'Jestha', 'Asar', 'Shrawan', 'Bhadra', 'Ashwin', 'Kartik', 'Mangsir', 'Poush', 'Magh'];
  titles.push('Falgun', 'Chaitra');
  expect(inOrder(titles.toReversed().map((title) => [title, 2022, 2079]))).toEqual(titles);
  expect(
    inOrder([
      ['चैत २०७९', 2023, 2079],
      ['ASOJ, 2079', 2022, 2079],
      ['2079-vaisakh', 2022, 2079],
    ]),
  ).toEqual(['2079-vaisakh', 'ASOJ, 2079', 'चैत २०७९']);
});

test('months AD and half-years are in the order of their year', () => {
  const titles = ['January', 'Feb', 'March', 'Spring', 'Jun', 'Summer', 'August', 'Sept', 'Fall', 'Dec', 'Winter'];
  expect(inOrder(titles.toReversed().map((title) => [title, 2022]))).toEqual(titles);
});

test('both calendars are in one order, also if only the year AD is known', () => {
  expect(
    inOrder([
      ['Chaitra', 2023, 2079],
      ['December', 2022, 2079],
      ['Baisakh', 2022, 2079],
      ['January', 2022],
      ['Magh', 2022],
    ]),
  ).toEqual(['January', 'Magh', 'Baisakh', 'December', 'Chaitra']);
});

test('a title without a month has no time, nor has a part of a word', () => {
  for (const title of ['Theory of Computation 2079', 'Marketing', 'Mayonnaise', 'Decision Making', 'Pushdown Automata'])
    expect(examTime({ title, year: 2022, yearBs: 2079 })).toBeNull();
  expect(examTime({ title: 'Chaitra', year: null, yearBs: null })).toBeNull();
});
