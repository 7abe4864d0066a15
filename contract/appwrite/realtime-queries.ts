import { materialAttributesOnWire, type Attribute } from '#contract/collections.ts';
import { fileAttributes } from '#contract/file-attributes.ts';
import { parseComparison } from '#contract/queries/parse-comparison.ts';
import { Problem } from '#contract/problems.ts';
import { queryLimits, type Comparison, type ComparisonMethod, type Filter, type QueryValue } from '#contract/query.ts';

/** The queries of a realtime subscription: filters on the payload of an event. */

const methods = new Set<unknown>([
  'equal',
  'notEqual',
  'lessThan',
  'lessThanEqual',
  'greaterThan',
  'greaterThanEqual',
  'isNull',
  'isNotNull',
]);

/**
 * Attributes that a subscription may filter by: those of documents of every kind and of files, because it may receive
 * all of them.
 */
const attributes = new Map(
  [...materialAttributesOnWire, ...fileAttributes].map((attribute) => [attribute.name, attribute] as const),
);

/**
 * Makes filters from the texts of a subscription's queries. `select *` filters nothing. Throws Problem `general_query_invalid`
 * for methods that Appwrite's realtime does not have, and for everything that list queries refuse.
 */
export function parseRealtimeQueries(texts: readonly string[]): Filter[] {
  if (texts.length > queryLimits.maxQueries) throw invalid(`at most ${queryLimits.maxQueries} queries may be given`);
  return texts.flatMap((text) => {
    if (text.length > queryLimits.maxQueryLength)
      throw invalid(`a query may have at most ${queryLimits.maxQueryLength} characters`);
    const query = readObject(parseJson(text));
    if (query['method'] !== 'select') return [parseFilter(query, 1)];
    const names = readValues(query);
    if (names.length !== 1 || names[0] !== '*') throw invalid('realtime selects "*" only');
    return [];
  });
}

function parseFilter(query: Record<string, unknown>, depth: number): Filter {
  if (depth > queryLimits.maxDepth) throw invalid(`nested deeper than ${queryLimits.maxDepth} levels`);
  const { method, attribute: name } = query;
  const values = readValues(query);
  if (method === 'and' || method === 'or') {
    if (values.length < 2) throw invalid(`"${method}" needs at least two queries`);
    return { method, filters: values.map((value) => parseFilter(readObject(value), depth + 1)) };
  }
  if (!methods.has(method)) throw invalid('realtime does not support this method');
  if (typeof name !== 'string') throw invalid('"attribute" must be a string');
  return parseComparison(method as ComparisonMethod, attributes.get(name) ?? plainText(name), values);
}

/** Returns a text attribute. A key that is not a declared attribute, such as `$collectionId`, is compared as text. */
function plainText(name: string): Attribute {
  return { name, type: 'string' };
}

/** True if the payload of an event passes all filters. A missing key counts as null. */
export function passesFilters(filters: readonly Filter[], payload: Readonly<Record<string, unknown>>): boolean {
  return filters.every((filter) => passes(filter, payload));
}

function passes(filter: Filter, payload: Readonly<Record<string, unknown>>): boolean {
  if (filter.method === 'and') return filter.filters.every((each) => passes(each, payload));
  if (filter.method === 'or') return filter.filters.some((each) => passes(each, payload));
  return compares(filter as Comparison, payload);
}

function compares({ method, attribute, values }: Comparison, payload: Readonly<Record<string, unknown>>): boolean {
  const held = Object.hasOwn(payload, attribute) ? (payload[attribute] ?? null) : null;
  if (method === 'isNull') return held === null;
  if (method === 'isNotNull') return held !== null;
  if (held === null) return false;
  if (method === 'equal') return values.some((value) => order(held, value) === 0);
  const [value = null] = values;
  const place = order(held, value);
  if (method === 'notEqual') return place !== 0;
  if (place === null) return false;
  switch (method) {
    case 'lessThan':
      return place < 0;
    case 'lessThanEqual':
      return place <= 0;
    case 'greaterThan':
      return place > 0;
    case 'greaterThanEqual':
      return place >= 0;
    default:
      return false;
  }
}

/**
 * Returns a number below 0, 0 or above 0, if the stored value is below, equal to or above the other one; null if the
 * two can't be compared. `$sequence` is text that is compared as a number.
 */
function order(held: unknown, value: QueryValue): number | null {
  if (typeof value === 'number') {
    const number = typeof held === 'string' ? Number(held) : held;
    return typeof number === 'number' && !Number.isNaN(number) ? number - value : null;
  }
  if (typeof held === 'boolean') return held === value ? 0 : null;
  if (typeof held !== 'string' || typeof value !== 'string') return null;
  if (held === value) return 0;
  return held < value ? -1 : 1;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('not JSON');
  }
}

function readObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('not an object');
  return value as Record<string, unknown>;
}

function readValues({ values }: Record<string, unknown>): unknown[] {
  if (values === undefined) return [];
  if (!Array.isArray(values)) throw invalid('"values" must be an array');
  return values;
}

function invalid(reason: string): Problem {
  return new Problem('general_query_invalid', `Invalid query: ${reason}`);
}
