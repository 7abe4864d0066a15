import type { Calendar } from '#domain/calendar.ts';
import { writeCsv } from '#domain/write-csv.ts';
import type { CoverageTable } from './coverage-table.ts';
import { columnWords } from './coverage-words.ts';

/** Writes a faculty's coverage as CSV: a line for each subject, a column for each column of the table. */
export function writeCoverageCsv({ columns, terms }: CoverageTable, calendar: Calendar): string {
  const head = ['Semester', 'Subject', ...columns.map((column) => columnWords(column, calendar)), 'Of these hidden'];
  const rows = terms.flatMap((term) =>
    term.rows.map(({ subject, amounts }) => [
      term.name,
      subject,
      ...amounts.map(({ count }) => count),
      amounts.reduce((sum, { hidden }) => sum + hidden, 0),
    ]),
  );
  return writeCsv([head, ...rows]);
}
