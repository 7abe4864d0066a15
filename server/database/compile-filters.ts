import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Comparison, Filter, QueryValue } from '#contract/query.ts';
import { Problem } from '#contract/problems.ts';
import { foldCase, parseSearch, type SearchTerm } from './search-words.ts';

export type Condition = RawBuilder<SqlBool>;

/** The SQL of an attribute that lists may be filtered and ordered by. */
export type Column = {
  value: RawBuilder<unknown>;
  type: 'text' | 'number' | 'moment' | 'flag';
  isNullable?: boolean;
  /** Lists are in the order of this instead of `value`. */
  order?: RawBuilder<unknown>;
  /** The column with the text folded by `foldCase`; without it the text is ASCII. */
  folded?: RawBuilder<unknown>;
  /** Compiles `equal` so that an index is used, where the attribute is derived from a column that has one. */
  equals?: (values: readonly string[]) => Condition;
  /**
   * A condition that holds of at least every row whose folded text contains this folded text, by an index; null if the
   * index cannot tell.
   */
  mayHold?: (foldedText: string) => Condition | null;
  /** Word search, if the attribute has one. */
  matches?: (terms: readonly SearchTerm[]) => Condition;
};

export type Columns = ReadonlyMap<string, Column>;

/** Compiles filters, all of which must hold, to one condition. Throws Problem `general_query_invalid`. */
export function compileFilters(filters: readonly Filter[], columns: Columns): Condition {
  return join(
    filters.map((filter) => compileFilter(filter, columns)),
    ' and ',
  );
}

/** The names of all attributes in the filters. */
export function attributesIn(filters: readonly Filter[]): string[] {
  return filters.flatMap((filter) => ('filters' in filter ? attributesIn(filter.filters) : [filter.attribute]));
}

function compileFilter(filter: Filter, columns: Columns): Condition {
  if (!('filters' in filter)) return compileComparison(filter, findColumn(columns, filter.attribute));
  return join(
    filter.filters.map((each) => compileFilter(each, columns)),
    filter.method === 'or' ? ' or ' : ' and ',
  );
}

/** Neither a comparison nor its negation is true for null: such rows match `isNull` only. */
function compileComparison({ method, attribute, values }: Comparison, column: Column): Condition {
  const { value } = column;
  const at = (index: number) => bind(attribute, column, values[index]);
  const anyOf = (condition: (text: string) => Condition) =>
    join(
      values.map((each) => condition(textOf(attribute, column, each))),
      ' or ',
    );
  const text = () => textOf(attribute, column, values[0]);
  switch (method) {
    case 'equal':
      if (column.equals) return column.equals(values.map((each) => textOf(attribute, column, each)));
      // A literal, because a partial index is used only for a condition that is known when the statement is prepared.
      if (column.type === 'flag' && values.length === 1) return sql`${value} = ${sql.lit(at(0))}`;
      if (values.length === 1) return sql`${value} = ${at(0)}`;
      return sql`${value} in (${sql.join(values.map((each) => bind(attribute, column, each)))})`;
    case 'notEqual':
      return sql`${value} <> ${at(0)}`;
    case 'lessThan':
      return sql`${value} < ${at(0)}`;
    case 'lessThanEqual':
      return sql`${value} <= ${at(0)}`;
    case 'greaterThan':
      return sql`${value} > ${at(0)}`;
    case 'greaterThanEqual':
      return sql`${value} >= ${at(0)}`;
    case 'between':
      return sql`${value} between ${at(0)} and ${at(1)}`;
    case 'notBetween':
      return sql`${value} not between ${at(0)} and ${at(1)}`;
    case 'isNull':
      return sql`${value} is null`;
    case 'isNotNull':
      return sql`${value} is not null`;
    case 'startsWith':
      return startsWith(column, text());
    case 'notStartsWith':
      return sql`not ${startsWith(column, text())}`;
    case 'endsWith':
      return endsWith(column, text());
    case 'notEndsWith':
      return sql`not ${endsWith(column, text())}`;
    case 'contains':
    case 'containsAny':
      return anyOf((each) => holds(column, each));
    case 'notContains':
      return sql`not ${anyOf((each) => isLike(column, each))}`;
    case 'containsAll':
      return join(
        values.map((each) => holds(column, textOf(attribute, column, each))),
        ' and ',
      );
    case 'search':
      return search(attribute, column, text()) ?? sql`1 = 0`;
    case 'notSearch': {
      const found = search(attribute, column, text());
      return found ? sql`not ${found}` : sql`1 = 1`;
    }
  }
}

// Not LIKE: SQLite's ignores the case of ASCII letters. Lengths count code points, as both engines do.
function startsWith({ value }: Column, text: string): Condition {
  return sql`(substr(${value}, 1, ${[...text].length}) = ${text})`;
}

function endsWith({ value }: Column, text: string): Condition {
  const { length } = [...text];
  return sql`(length(${value}) >= ${length} and substr(${value}, length(${value}) - ${length} + 1) = ${text})`;
}

/** By the index where there is one; the text itself decides. */
function holds(column: Column, text: string): Condition {
  const like = isLike(column, text);
  const found = column.mayHold?.(foldCase(text)) ?? null;
  return found ? sql`(${found} and ${like})` : like;
}

function isLike({ value, folded }: Column, text: string): Condition {
  const pattern = `%${foldCase(text).replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(${folded ?? sql`lower(${value})`} like ${pattern} escape '\\')`;
}

function search(attribute: string, column: Column, text: string): Condition | null {
  if (!column.matches) throw invalid(`Searching by attribute "${attribute}" requires a fulltext index.`);
  const terms = parseSearch(text);
  return terms.length > 0 ? sql`(${column.matches(terms)})` : null;
}

/** Throws Problem `general_query_invalid` for an attribute that may not be queried. */
export function findColumn(columns: Columns, attribute: string): Column {
  const column = columns.get(attribute);
  if (!column) throw invalid(`Attribute not found in schema: ${attribute}`);
  return column;
}

function bind(attribute: string, { type }: Column, value: QueryValue | undefined): unknown {
  if (type === 'text' && typeof value === 'string') return value;
  if (type === 'flag' && typeof value === 'boolean') return Number(value);
  // A sequence is text on the wire, so it may come back as such.
  if (type === 'number' && typeof value === 'string' && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (type === 'number' && typeof value === 'number') return value;
  if (type === 'moment' && typeof value === 'string' && !Number.isNaN(Date.parse(value))) return Date.parse(value);
  throw invalid(`Query value is invalid for attribute "${attribute}"`);
}

function textOf(attribute: string, { type }: Column, value: QueryValue | undefined): string {
  if (type === 'text' && typeof value === 'string') return value;
  throw invalid(`Query value is invalid for attribute "${attribute}"`);
}

function invalid(reason: string): Problem {
  return new Problem('general_query_invalid', `Invalid query: ${reason}`);
}

/** The conditions joined by the word, in parentheses; true for none. */
export function join(conditions: readonly Condition[], word: ' and ' | ' or '): Condition {
  const [first] = conditions;
  if (!first) return sql`1 = 1`;
  return conditions.length === 1 ? first : sql`(${sql.join(conditions, sql.raw(word))})`;
}
