import type { Calendar } from '#domain/calendar.ts';
import { writeCsv } from '#domain/write-csv.ts';
import * as words from '#messages/coverage.ts';
import * as nouns from '#messages/nouns.ts';
import type { Amount, CoverageColumn, CoverageTable } from './coverage-table.ts';
import { yearAdWords } from '#messages/years.ts';

/** Returns the heading of a column. Every paper has a year AD, so columns are years AD. */
export function columnWords(column: CoverageColumn, calendar: Calendar): string {
  if (column.type === 'year') return yearAdWords(column.year, calendar);
  return column.type === 'others' ? words.otherYears : words.kinds[column.kind];
}

/** Returns the accessible name of a cell, for users who don't see its row and column: `Physics, 2024: 2, 1 hidden`. */
export function describeCell(heading: string, column: CoverageColumn, { count, hidden }: Amount): string {
  if (count > 0) return words.filledCell(heading, count, hidden);
  return column.type === 'others' ? words.emptyCell(heading) : words.cellToFill(heading);
}

/** Writes a faculty's coverage as CSV: a line for each subject, a column for each column of the table. */
export function writeCoverageCsv({ columns, terms }: CoverageTable, calendar: Calendar): string {
  const head = [
    nouns.semester,
    nouns.subject,
    ...columns.map((column) => columnWords(column, calendar)),
    words.ofTheseHidden,
  ];
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
