import { randomOrder, type Filter, type ListQuery } from '#contract/query.ts';

/**
 * Writes a list query as the texts of `queries[n]`, from which `parseQueries` makes the same query. For a missing part,
 * the server uses its default. `wantsTotal` is not a query text: see `writeQueryString`.
 */
export function writeQueries(query: Partial<ListQuery>): string[] {
  const written: object[] = (query.filters ?? []).map(writeFilter);
  for (const order of query.orders ?? []) {
    if (order.attribute === randomOrder) written.push({ method: 'orderRandom' });
    else written.push({ method: order.direction === 'asc' ? 'orderAsc' : 'orderDesc', attribute: order.attribute });
  }
  if (query.limit !== undefined) written.push({ method: 'limit', values: [query.limit] });
  if (query.offset) written.push({ method: 'offset', values: [query.offset] });
  if (query.cursor)
    written.push({
      method: query.cursor.direction === 'after' ? 'cursorAfter' : 'cursorBefore',
      values: [query.cursor.id],
    });
  // The `$` keys are always included; naming one prevents an empty selection from meaning "everything".
  if (query.select) written.push({ method: 'select', values: ['$id', ...query.select] });
  return written.map((each) => JSON.stringify(each));
}

/** Writes a list query as the part of an address after `?`, percent-encoded; '' for an empty query. */
export function writeQueryString(query: Partial<ListQuery>): string {
  const parameters = new URLSearchParams();
  for (const [index, text] of writeQueries(query).entries()) parameters.append(`queries[${index}]`, text);
  if (query.wantsTotal === false) parameters.append('total', 'false');
  return parameters.toString();
}

function writeFilter(filter: Filter): object {
  if ('filters' in filter) return { method: filter.method, values: filter.filters.map(writeFilter) };
  const { method, attribute, values } = filter;
  return values.length > 0 ? { method, attribute, values } : { method, attribute };
}
