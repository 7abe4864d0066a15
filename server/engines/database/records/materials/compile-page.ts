import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { randomOrder, type ListQuery, type Order } from '#contract/query.ts';
import { Problem } from '#contract/problems.ts';
import { compileFilters, findColumn, join, type Column, type Columns, type Condition } from './compile-filters.ts';

/** An order with its column. */
export type CompiledOrder = { column: Column; attribute: string; direction: 'asc' | 'desc' };

const uniqueAttributes = ['$sequence', '$id', randomOrder];

const randomColumn: Column = { value: sql`random()`, type: 'number' };

/**
 * Completes the order of a list: as requested, then by `$sequence`. The sequence is ascending, unless the first order
 * is a server timestamp; then it has the direction of that order.
 */
function compileOrders(orders: readonly Order[], columns: Columns): CompiledOrder[] {
  const complete: Order[] = [];
  for (const order of orders) {
    if (complete.some(({ attribute }) => attribute === order.attribute)) continue;
    complete.push(order);
  }
  const first = complete[0];
  if (!complete.some(({ attribute }) => uniqueAttributes.includes(attribute))) {
    const isByMoment = first?.attribute === '$createdAt' || first?.attribute === '$updatedAt';
    complete.push({ attribute: '$sequence', direction: isByMoment ? first.direction : 'asc' });
  }
  return complete.map(({ attribute, direction }) => ({
    attribute,
    direction,
    column: attribute === randomOrder ? randomColumn : findColumn(columns, attribute),
  }));
}

/** Returns the expression that lists are sorted by. */
export const orderOf = ({ value, order }: Column) => order ?? value;

/** Reverses the direction of every order. */
function reverseOrders(orders: readonly CompiledOrder[]): CompiledOrder[] {
  return orders.map((order) => ({ ...order, direction: order.direction === 'asc' ? 'desc' : 'asc' }));
}

/** Returns the list after `order by`. Null counts as the smallest value on every engine. */
export function orderList(orders: readonly CompiledOrder[]): RawBuilder<unknown> {
  return sql.join(
    orders.map(({ column, direction }) => {
      const nulls = direction === 'asc' ? sql` nulls first` : sql` nulls last`;
      return sql`${orderOf(column)} ${sql.raw(direction)}${column.isNullable ? nulls : sql``}`;
    }),
  );
}

/**
 * Matches the rows strictly after a position in the order. `position` has the values of the cursor's row, one for each
 * order; none is null.
 */
function afterPosition(orders: readonly CompiledOrder[], position: readonly unknown[]): Condition {
  const alternatives = orders.map((order, index) => {
    const same = orders.slice(0, index).map(({ column }, at) => sql<SqlBool>`${orderOf(column)} = ${position[at]}`);
    return join([...same, beyond(order, position[index])], ' and ');
  });
  const [first] = orders;
  // Implied by the rest, but lets the engine seek in the index instead of reading up to the position.
  const canSeek = first && !(first.column.isNullable && first.direction === 'desc');
  if (!canSeek) return join(alternatives, ' or ');
  const seek: Condition =
    first.direction === 'asc'
      ? sql`${orderOf(first.column)} >= ${position[0]}`
      : sql`${orderOf(first.column)} <= ${position[0]}`;
  return join([seek, join(alternatives, ' or ')], ' and ');
}

function beyond({ column, direction }: CompiledOrder, value: unknown): Condition {
  const order = orderOf(column);
  if (direction === 'asc') return sql`${order} > ${value}`;
  if (!column.isNullable) return sql`${order} < ${value}`;
  return sql`(${order} < ${value} or ${order} is null)`;
}

/** A page of a list in SQL: `filter` selects the rows of the list, `condition` the rows that may be on the page. */
export type CompiledPage = { filter: Condition; condition: Condition; orders: CompiledOrder[]; isBackwards: boolean };

/**
 * Compiles the query for a page of a list. A page before a cursor is read backwards, so the caller must reverse it.
 * `findPosition` returns the values of the cursor's row for the orders, or null if there is no such row.
 */
export async function compilePage(
  query: ListQuery,
  columns: Columns,
  findPosition: (id: string, orders: readonly CompiledOrder[]) => Promise<unknown[] | null>,
): Promise<CompiledPage> {
  const filter = compileFilters(query.filters, columns);
  const requested = compileOrders(query.orders, columns);
  if (!query.cursor) return { filter, condition: filter, orders: requested, isBackwards: false };
  const isBackwards = query.cursor.direction === 'before';
  const orders = isBackwards ? reverseOrders(requested) : requested;
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
