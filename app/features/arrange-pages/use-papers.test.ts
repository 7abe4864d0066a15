import { expect, test } from 'vitest';
import { findFaults } from './use-papers.ts';

test('the year of a new material may be in Latin or Devanagari digits', () => {
  for (const year of ['2023', ' 2023 ', '२०२३'])
    expect(findFaults({ kind: 'paper' }, { title: 'A', year })).toEqual({});
});

test('a year that no material may have is reported, and a missing one of a paper', () => {
  for (const year of ['', '२३', '९९९९', 'two'])
    expect(findFaults({ kind: 'paper' }, { title: 'A', year })).toHaveProperty('year');
  expect(findFaults({ kind: 'note' }, { title: 'A', year: '' })).toEqual({});
});
