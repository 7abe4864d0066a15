import type { Amount, CoverageColumn } from './coverage-table.ts';

const kindWords = { note: 'Notes', revision: 'Revision' };

/** The heading of a column. */
export function columnWords(column: CoverageColumn): string {
  if (column.type === 'year') return String(column.year);
  return column.type === 'others' ? 'Other years' : kindWords[column.kind];
}

/** What a cell says to those who do not see its row and column: `Physics, 2024: 2, 1 of them hidden`. */
export function describeCell(subject: string, column: CoverageColumn, { count, hidden }: Amount): string {
  const missing = column.type === 'others' ? 'none' : 'none, upload';
  const words = count === 0 ? missing : [count, hidden > 0 && `${hidden} hidden`].filter(Boolean).join(', ');
  return `${subject}, ${columnWords(column)}: ${words}`;
}
