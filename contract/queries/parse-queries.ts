import { isIdentifier } from '#domain/identifier.ts';
import type { Attribute } from '#contract/collections.ts';
import { isTextMethod, parseComparison } from './parse-comparison.ts';
import { parseFunctionQuery, type RawQuery } from './parse-function-query.ts';
import { Problem } from '#contract/problems.ts';
import {
  comparisonMethods,
  emptyQuery,
  queryLimits,
  randomOrder,
  type ComparisonMethod,
  type Filter,
  type ListQuery,
} from '#contract/query.ts';

/**
 * Makes a list query from the texts of `queries[n]`, and checks it against the attributes that may be queried. Throws
 * Problem `general_query_invalid`, or `general_argument_invalid` for too many or too long texts. Of several limits,
 * offsets or cursors, the first one counts; several selects add up.
 */
export function parseQueries(texts: readonly string[], attributes: readonly Attribute[], wantsTotal = true): ListQuery {
  if (texts.length > queryLimits.maxQueries) {
    throw new Problem(
      'general_argument_invalid',
      `Invalid \`queries\` param: at most ${queryLimits.maxQueries} queries may be given.`,
    );
  }
  const query: ListQuery = { ...emptyQuery, filters: [], orders: [], wantsTotal };
  const seen = new Set<string>();
  let selected: string[] | null = null;
  let isAllSelected = false;
  for (const text of texts) {
    const raw = readQuery(text);
    const method = typeof raw.method === 'string' ? raw.method : '';
    switch (method) {
      case 'limit':
        keepFirst(seen, 'limit', readNumber(raw, 1, queryLimits.maxLimit), (value) => (query.limit = value));
        break;
      case 'offset':
        keepFirst(seen, 'offset', readNumber(raw, 0, Number.MAX_SAFE_INTEGER), (value) => (query.offset = value));
        break;
      case 'cursorAfter':
      case 'cursorBefore':
        keepFirst(seen, 'cursor', readCursor(raw), (id) => {
          query.cursor = { direction: method === 'cursorAfter' ? 'after' : 'before', id };
        });
        break;
      case 'orderAsc':
      case 'orderDesc':
        query.orders.push({ attribute: readOrder(raw, attributes), direction: method === 'orderAsc' ? 'asc' : 'desc' });
        break;
      case 'orderRandom':
        if (readValues(raw).length > 0 || raw.attribute !== undefined)
          throw invalidQuery('"orderRandom" takes neither attribute nor values');
        query.orders.push({ attribute: randomOrder, direction: 'asc' });
        break;
      case 'select': {
        const names = readSelect(raw, attributes);
        if (names.includes('*')) isAllSelected = true;
        selected = [...new Set([...(selected ?? []), ...names.filter((name) => !isBuiltInName(name) && name !== '*')])];
        break;
      }
      default:
        query.filters.push(parseFilter(raw, attributes, 1));
    }
  }
  if (countScannedTexts(query.filters) > queryLimits.maxScannedTexts) {
    throw invalidQuery(`more than ${queryLimits.maxScannedTexts} words or texts to search for`);
  }
  if (query.cursor && query.orders.some(({ attribute }) => attribute === randomOrder)) {
    throw invalidQuery('a cursor needs a stable order, which "orderRandom" is not');
  }
  query.select = isAllSelected ? null : selected;
  return query;
}

/**
 * Counts the searched texts, to limit the time of a request: searching ten thousand rows for three thousand texts took two
 * seconds.
 */
function countScannedTexts(filters: readonly Filter[]): number {
  let count = 0;
  for (const filter of filters) {
    if ('filters' in filter) count += countScannedTexts(filter.filters);
    else if (filter.method === 'search' || filter.method === 'notSearch')
      count += String(filter.values[0]).split(/[^\p{L}\p{M}\p{N}]+/u).length;
    else if (isTextMethod(filter.method)) count += filter.values.length;
  }
  return count;
}

function readQuery(text: string): RawQuery {
  if (text.length > queryLimits.maxQueryLength) {
    throw new Problem(
      'general_argument_invalid',
      `Invalid \`queries\` param: a query may have at most ${queryLimits.maxQueryLength} characters.`,
    );
  }
  if (!/^\s*\{/.test(text)) {
    const raw = parseFunctionQuery(text);
    if (!raw) throw invalidQuery('neither a JSON object nor of the form method("attribute", [values])');
    return raw;
  }
  try {
    return JSON.parse(text) as RawQuery;
  } catch {
    throw invalidQuery('not JSON');
  }
}

function parseFilter(raw: RawQuery, attributes: readonly Attribute[], depth: number): Filter {
  if (depth > queryLimits.maxDepth) throw invalidQuery(`nested deeper than ${queryLimits.maxDepth} levels`);
  const { method } = raw;
  if (method === 'and' || method === 'or') {
    const nested = readValues(raw);
    if (nested.length < 2) throw invalidQuery(`"${method}" needs at least two queries`);
    return {
      method,
      filters: nested.map((each) => {
        if (!isObject(each)) throw invalidQuery(`"${method}" takes query objects`);
        return parseFilter(each, attributes, depth + 1);
      }),
    };
  }
  if (!isComparisonMethod(method))
    throw invalidQuery(`unknown method ${quote(method)}${depth > 1 ? ', or not a filter' : ''}`);
  return parseComparison(method, readAttribute(raw, attributes), readValues(raw));
}

function isObject(value: unknown): value is RawQuery {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isComparisonMethod(method: unknown): method is ComparisonMethod {
  return comparisonMethods.some((known) => known === method);
}

/** Keys such as `$id` are in every document, regardless of the selection. */
const builtInNames = new Set([
  '$id',
  '$sequence',
  '$createdAt',
  '$updatedAt',
  '$permissions',
  '$databaseId',
  '$collectionId',
  '$tableId',
]);

function isBuiltInName(name: string): boolean {
  return builtInNames.has(name);
}

function readValues(raw: RawQuery): unknown[] {
  const { values } = raw;
  if (values === undefined) return [];
  if (!Array.isArray(values)) throw invalidQuery('"values" must be an array');
  return values;
}

function readAttribute(raw: RawQuery, attributes: readonly Attribute[]): Attribute {
  const { attribute: name } = raw;
  if (typeof name !== 'string') throw invalidQuery('"attribute" must be a string');
  const attribute = attributes.find((each) => each.name === name);
  if (!attribute) throw invalidQuery(`Attribute not found in schema: ${quote(name)}`);
  return attribute;
}

function readNumber(raw: RawQuery, least: number, most: number): number {
  const values = readValues(raw);
  const [value] = values;
  if (values.length !== 1 || typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
    throw invalidQuery(`"${String(raw.method)}" needs a whole number from ${least} to ${most}`);
  }
  return value;
}

function readCursor(raw: RawQuery): string {
  const values = readValues(raw);
  const [id] = values;
  if (values.length !== 1 || !isIdentifier(id))
    throw invalidQuery(`"${String(raw.method)}" needs the id of a document`);
  return id;
}

function readOrder(raw: RawQuery, attributes: readonly Attribute[]): string {
  if (readValues(raw).length > 0) throw invalidQuery(`"${String(raw.method)}" takes no values`);
  return readAttribute(raw, attributes).name;
}

function readSelect(raw: RawQuery, attributes: readonly Attribute[]): string[] {
  const names = readValues(raw);
  if (names.length === 0) throw invalidQuery('"select" needs at least one attribute');
  return names.map((name) => {
    if (typeof name !== 'string') throw invalidQuery('"select" takes names of attributes');
    const isKnown = name === '*' || isBuiltInName(name) || attributes.some((attribute) => attribute.name === name);
    if (!isKnown) throw invalidQuery(`Attribute not found in schema: ${quote(name)}`);
    return name;
  });
}

/** Uses only the first value, as Appwrite does for limit, offset and cursor; the others are checked as well. */
function keepFirst<Value>(seen: Set<string>, name: string, value: Value, take: (value: Value) => void): void {
  if (!seen.has(name)) take(value);
  seen.add(name);
}

function quote(value: unknown): string {
  return typeof value === 'string' ? `"${value.slice(0, 64)}"` : `of type ${typeof value}`;
}

function invalidQuery(reason: string): Problem {
  return new Problem('general_query_invalid', `Invalid query: ${reason}`);
}
