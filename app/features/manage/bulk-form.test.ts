import { expect, test } from 'vitest';
import { emptyBulkForm, isPlainYear, toAction } from './bulk-form.ts';

test('a year is accepted in Latin or Devanagari digits, within the range of materials', () => {
  expect(['2023', '२०२३', '20२३'].map(isPlainYear)).toEqual([true, true, true]);
  expect(['', '202', '0023', '९९९९', '2023 BS'].some(isPlainYear)).toBe(false);
});

test('a year in Devanagari digits is sent as a number', () => {
  expect(toAction('change', { ...emptyBulkForm, year: '२०२३' })).toEqual({ action: 'edit', year: 2023 });
});
