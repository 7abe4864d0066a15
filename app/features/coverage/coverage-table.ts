import type { YearCountsAnswer } from '#contract/schemas/answer-types.ts';
import type { Faculty } from '#domain/catalogue.ts';
import type { MaterialKind } from '#domain/material.ts';

/** The coverage of a faculty as rows and columns. Pure functions. */

/** Number of materials, and how many of them are hidden. */
export type Amount = { count: number; hidden: number };

/** A column: the papers of one year, the papers of all other years, or the materials of another kind. */
export type CoverageColumn =
  | { key: string; type: 'year'; year: number }
  | { key: 'others'; type: 'others' }
  | { key: MaterialKind; type: 'kind'; kind: 'note' | 'revision' };

/** A subject; `amounts` are in the order of the columns. */
export type CoverageRow = { subject: string; amounts: Amount[]; yearsThere: number };

/** A term. Of `yearsTotal` pairs of subject and year, `yearsThere` have a paper. */
export type CoverageTerm = {
  id: string;
  name: string;
  rows: CoverageRow[];
  yearsThere: number;
  yearsTotal: number;
};

export type CoverageTable = {
  columns: CoverageColumn[];
  terms: CoverageTerm[];
  yearsThere: number;
  yearsTotal: number;
  /** Number of materials whose term or subject is no longer in the catalogue. */
  misplaced: number;
};

/** Builds the table of a faculty for these years. */
export function makeCoverageTable(
  faculty: Pick<Faculty, 'terms'>,
  { counts }: YearCountsAnswer,
  years: readonly number[],
): CoverageTable {
  const columns = columnsOf(years);
  let placed = 0;
  const terms = faculty.terms.map((term): CoverageTerm => {
    const rows = term.subjects.map(({ name }) => {
      const found = counts.filter(({ semesterId, subject }) => semesterId === term.id && subject === name);
      placed += sumOf(found).count;
      const amounts = columns.map((column) => sumOf(found.filter((each) => isIn(column, each, years))));
      const yearsThere = amounts.filter(({ count }, index) => count > 0 && columns[index]?.type === 'year').length;
      return { subject: name, amounts, yearsThere };
    });
    const yearsThere = rows.reduce((sum, row) => sum + row.yearsThere, 0);
    return { id: term.id, name: term.name, rows, yearsThere, yearsTotal: rows.length * years.length };
  });
  return {
    columns,
    terms,
    yearsThere: terms.reduce((sum, term) => sum + term.yearsThere, 0),
    yearsTotal: terms.reduce((sum, term) => sum + term.yearsTotal, 0),
    misplaced: sumOf(counts).count - placed,
  };
}

function columnsOf(years: readonly number[]): CoverageColumn[] {
  return [
    ...years.map((year): CoverageColumn => ({ key: String(year), type: 'year', year })),
    { key: 'others', type: 'others' },
    { key: 'note', type: 'kind', kind: 'note' },
    { key: 'revision', type: 'kind', kind: 'revision' },
  ];
}

type Counted = YearCountsAnswer['counts'][number];

function isIn(column: CoverageColumn, { kind, year }: Counted, years: readonly number[]): boolean {
  if (column.type === 'kind') return kind === column.kind;
  if (kind !== 'paper' || year === null) return false;
  return column.type === 'year' ? year === column.year : !years.includes(year);
}

function sumOf(counted: readonly Amount[]): Amount {
  return counted.reduce((sum, { count, hidden }) => ({ count: sum.count + count, hidden: sum.hidden + hidden }), {
    count: 0,
    hidden: 0,
  });
}
