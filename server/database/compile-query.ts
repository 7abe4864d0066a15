import { sql, type RawBuilder, type SqlBool } from 'kysely';
import {
  randomOrder,
  type Comparison,
  type Filter,
  type ListQuery,
  type Order,
  type QueryValue,
} from '#contract/query.ts';
import { Problem } from '#contract/problems.ts';
import { foldCase, parseSearch, type SearchTerm } from './search-words.ts';

type Condition = RawBuilder<SqlBool>;

/** What stands in SQL for an attribute that may be filtered and ordered by. */
export type Column = {
  value: RawBuilder<unknown>;
  type: 'text' | 'number' | 'moment' | 'flag';
  isNullable?: boolean;
  /** The column that holds the text folded by `foldCase`; without it the text is known to be ASCII. */
  folded?: RawBuilder<unknown>;
  /** Answers `equal` by an index, where the attribute is put together from what has one. */
  equals?: (values: readonly string[]) => Condition;
  /** Word search, where the attribute has it. */
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

/** The names of all attributes the filters look at. */
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

/** Comparisons with null are never true, in either form: rows that hold null match `isNull` alone. */
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
      // Written out, since a partial index serves only a condition known when the statement is prepared.
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
      return sql`not ${anyOf((each) => holds(column, each))}`;
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

function holds({ value, folded }: Column, text: string): Condition {
  const pattern = `%${foldCase(text).replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(${folded ?? sql`lower(${value})`} like ${pattern} escape '\\')`;
}

function search(attribute: string, column: Column, text: string): Condition | null {
  if (!column.matches) throw invalid(`Searching by attribute "${attribute}" requires a fulltext index.`);
  const terms = parseSearch(text);
  return terms.length > 0 ? sql`(${column.matches(terms)})` : null;
}

/** An order with the column it means. */
export type CompiledOrder = { column: Column; attribute: string; direction: 'asc' | 'desc' };

const uniqueAttributes = ['$sequence', '$id', randomOrder];

const randomColumn: Column = { value: sql`random()`, type: 'number' };

/**
 * The full order of a list: as asked for, then by `$sequence`, which goes up unless the first order is a moment the
 * server keeps, whose direction it then takes.
 */
function compileOrders(orders: readonly Order[], columns: Columns): CompiledOrder[] {
  const complete: Order[] = [];
  for (const order of orders) {
    if (complete.some(({ attribute }) => attribute === order.attribute)) continue;
    complete.push(order);
  }
  const first = complete[0];
  if (!complete.some(({ attribute }) => uniqueAttributes.includes(attribute))) {
    const follows = first?.attribute === '$createdAt' || first?.attribute === '$updatedAt';
    complete.push({ attribute: '$sequence', direction: follows ? first.direction : 'asc' });
  }
  return complete.map(({ attribute, direction }) => ({
    attribute,
    direction,
    column: attribute === randomOrder ? randomColumn : findColumn(columns, attribute),
  }));
}

/** The same order backwards. */
function reverseOrders(orders: readonly CompiledOrder[]): CompiledOrder[] {
  return orders.map((order) => ({ ...order, direction: order.direction === 'asc' ? 'desc' : 'asc' }));
}

/** The list after `order by`; null counts as the smallest value on every engine. */
export function orderList(orders: readonly CompiledOrder[]): RawBuilder<unknown> {
  return sql.join(
    orders.map(({ column, direction }) => {
      const nulls = direction === 'asc' ? sql` nulls first` : sql` nulls last`;
      return sql`${column.value} ${sql.raw(direction)}${column.isNullable ? nulls : sql``}`;
    }),
  );
}

/**
 * The rows strictly after a position in the order. `position` holds the values of the cursor's row,
 * one for each order, none of them null.
 */
function afterPosition(orders: readonly CompiledOrder[], position: readonly unknown[]): Condition {
  const ways = orders.map((order, index) => {
    const same = orders.slice(0, index).map(({ column }, at) => sql<SqlBool>`${column.value} = ${position[at]}`);
    return join([...same, beyond(order, position[index])], ' and ');
  });
  const [first] = orders;
  // Says what the rest implies, so that the engine seeks in the index instead of walking to the place.
  const canSeek = first && !(first.column.isNullable && first.direction === 'desc');
  if (!canSeek) return join(ways, ' or ');
  const seek: Condition =
    first.direction === 'asc'
      ? sql`${first.column.value} >= ${position[0]}`
      : sql`${first.column.value} <= ${position[0]}`;
  return join([seek, join(ways, ' or ')], ' and ');
}

function beyond({ column, direction }: CompiledOrder, value: unknown): Condition {
  if (direction === 'asc') return sql`${column.value} > ${value}`;
  if (!column.isNullable) return sql`${column.value} < ${value}`;
  return sql`(${column.value} < ${value} or ${column.value} is null)`;
}

/** A list's question in SQL: `filter` says what belongs to the list, `condition` what may stand on the page as well. */
export type CompiledPage = { filter: Condition; condition: Condition; orders: CompiledOrder[]; isBackwards: boolean };

/**
 * Compiles what a page of a list asks for. A page before a cursor is read backwards and must be turned around after.
 * `findPosition` answers the cursor row's values for the orders, or null when there is no such row.
 */
export async function compilePage(
  query: ListQuery,
  columns: Columns,
  findPosition: (id: string, orders: readonly CompiledOrder[]) => Promise<unknown[] | null>,
): Promise<CompiledPage> {
  const filter = compileFilters(query.filters, columns);
  const asked = compileOrders(query.orders, columns);
  if (!query.cursor) return { filter, condition: filter, orders: asked, isBackwards: false };
  const isBackwards = query.cursor.direction === 'before';
  const orders = isBackwards ? reverseOrders(asked) : asked;
  const position = await findPosition(query.cursor.id, orders);
  if (!position) throw new Problem('general_cursor_not_found', `Cursor "${query.cursor.id}" not found.`);
  const missing = orders.find((_, index) => position[index] === null);
  if (missing) {
    throw new Problem(
      'database_query_order_null',
      `The order attribute '${missing.attribute}' is null for the cursor "${query.cursor.id}"; order by another attribute or use an offset.`,
    );
  }
  return { filter, condition: join([filter, afterPosition(orders, position)], ' and '), orders, isBackwards };
}

function findColumn(columns: Columns, attribute: string): Column {
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

function join(conditions: readonly Condition[], word: ' and ' | ' or '): Condition {
  const [first] = conditions;
  if (!first) return sql`1 = 1`;
  return conditions.length === 1 ? first : sql`(${sql.join(conditions, sql.raw(word))})`;
}
