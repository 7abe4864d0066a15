import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Comparison, Filter, QueryValue } from '#contract/query.ts';
import { Problem } from '#contract/problems.ts';
import { foldCase, parseSearch, type SearchTerm } from '#server/engines/database/sql/search-words.ts';

export type Condition = RawBuilder<SqlBool>;

/** The SQL of an attribute by which lists can be filtered and sorted. */
export type Column = {
  value: RawBuilder<unknown>;
  type: 'text' | 'number' | 'moment' | 'flag';
  isNullable?: boolean;
  /** The expression to sort by, if it is not `value`. */
  order?: RawBuilder<unknown>;
  /** The column with the text folded by `foldCase`; absent for text that is always ASCII. */
  folded?: RawBuilder<unknown>;
  /** Compiles `equal` to a condition on an indexed column, if the attribute is derived from one. */
  equals?: (values: readonly string[]) => Condition;
  /**
   * Returns an indexed condition that holds at least for every row whose folded text contains this folded text; null if
   * no index can be used.
   */
  mayHold?: (foldedText: string) => Condition | null;
  /** Compiles a word search; absent if the attribute does not support it. */
  matches?: (terms: readonly SearchTerm[]) => Condition;
};

export type Columns = ReadonlyMap<string, Column>;

/** Compiles filters into one condition; a row must match all of them. Throws Problem `general_query_invalid`. */
export function compileFilters(filters: readonly Filter[], columns: Columns): Condition {
  return join(
    filters.map((filter) => compileFilter(filter, columns)),
    ' and ',
  );
}

/** Returns the names of all attributes in the filters. */
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

/** Compiles a comparison. For null, neither a comparison nor its negation is true: such rows match only `isNull`. */
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
      // A literal, because a partial index is used only if the condition is known when the statement is prepared.
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

// Not LIKE, because SQLite's LIKE ignores the case of ASCII letters. Lengths count code points, as both engines do.
function startsWith({ value }: Column, text: string): Condition {
  return sql`(substr(${value}, 1, ${[...text].length}) = ${text})`;
}

function endsWith({ value }: Column, text: string): Condition {
  const { length } = [...text];
  return sql`(length(${value}) >= ${length} and substr(${value}, length(${value}) - ${length} + 1) = ${text})`;
}

/** Compiles `contains`: uses the index if there is one, then checks the text itself. */
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
  // A sequence is text in the API, so it may come back as text.
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

/** Joins the conditions with the word, in parentheses. No conditions: true. */
export function join(conditions: readonly Condition[], word: ' and ' | ' or '): Condition {
  const [first] = conditions;
  if (!first) return sql`1 = 1`;
  return conditions.length === 1 ? first : sql`(${sql.join(conditions, sql.raw(word))})`;
}
