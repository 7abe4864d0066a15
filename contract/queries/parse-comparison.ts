import { formatMoment } from '#domain/moment.ts';
import type { Attribute } from '#contract/collections.ts';
import { Problem } from '#contract/problems.ts';
import { queryLimits, type Comparison, type ComparisonMethod, type QueryValue } from '#contract/query.ts';

/** Minimum and maximum number of values that a method accepts. */
const valueCounts: Record<ComparisonMethod, readonly [number, number]> = {
  equal: [1, queryLimits.maxValues],
  notEqual: [1, 1],
  lessThan: [1, 1],
  lessThanEqual: [1, 1],
  greaterThan: [1, 1],
  greaterThanEqual: [1, 1],
  between: [2, 2],
  notBetween: [2, 2],
  isNull: [0, 0],
  isNotNull: [0, 0],
  startsWith: [1, 1],
  notStartsWith: [1, 1],
  endsWith: [1, 1],
  notEndsWith: [1, 1],
  contains: [1, queryLimits.maxValues],
  containsAny: [1, queryLimits.maxValues],
  containsAll: [1, queryLimits.maxValues],
  notContains: [1, queryLimits.maxValues],
  search: [1, 1],
  notSearch: [1, 1],
};

const textMethods = new Set<ComparisonMethod>([
  'startsWith',
  'notStartsWith',
  'endsWith',
  'notEndsWith',
  'contains',
  'containsAny',
  'notContains',
]);

/** True if the method searches a part of a text, for which there is no index. */
export function isTextMethod(method: ComparisonMethod): boolean {
  return textMethods.has(method);
}

const equalityMethods = new Set<ComparisonMethod>(['equal', 'notEqual', 'isNull', 'isNotNull']);

/**
 * Checks that the method fits the attribute, and that the values fit both. Rewrites datetimes in the contract's format,
 * so that the database can compare them as text. Throws Problem `general_query_invalid`.
 */
export function parseComparison(method: ComparisonMethod, attribute: Attribute, values: unknown[]): Comparison {
  const { name, type } = attribute;
  const isText = type === 'string' || type === 'url';
  if ((method === 'search' || method === 'notSearch') && !attribute.isSearchable) {
    throw misfit(`searching by attribute "${name}" requires a full-text index`);
  }
  if (method === 'containsAll') throw misfit(`"containsAll" works on arrays, and "${name}" is not an array`);
  if (textMethods.has(method) && !isText) throw misfit(`"${method}" works on text, and "${name}" is not text`);
  if (type === 'boolean' && !equalityMethods.has(method))
    throw misfit(`"${method}" does not work on "${name}", which is true or false`);
  const [fewest, most] = valueCounts[method];
  if (values.length < fewest || values.length > most) {
    const wanted = fewest === most ? `exactly ${fewest}` : `${fewest} to ${most}`;
    throw misfit(`"${method}" takes ${wanted} values, ${values.length} were given`);
  }
  return { method, attribute: name, values: values.map((value) => readValue(attribute, value)) };
}

function readValue(attribute: Attribute, value: unknown): QueryValue {
  const { name, type } = attribute;
  if (type === 'integer') {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
    // Documents have `$sequence` as a string, so clients send it as one.
    if (name === '$sequence' && typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
    throw misfit(`attribute "${name}" must be compared with whole numbers`);
  }
  if (type === 'boolean') {
    if (typeof value === 'boolean') return value;
    throw misfit(`attribute "${name}" must be compared with true or false`);
  }
  if (typeof value !== 'string') throw misfit(`attribute "${name}" must be compared with text`);
  if (type === 'datetime') {
    const moment = readMoment(value);
    if (moment === null)
      throw misfit(`attribute "${name}" must be compared with datetimes such as 2026-03-04T05:06:07.089+00:00`);
    return moment;
  }
  // No stored text contains either, and not every database accepts them as a parameter.
  if (value.includes('\0') || !value.isWellFormed())
    throw misfit(`text compared with "${name}" contains characters that are not allowed`);
  return value;
}

const momentForm = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Returns a date, or a date and time (UTC without a zone), in the contract's format; null for anything else. */
export function readMoment(text: string): string | null {
  if (!momentForm.test(text)) return null;
  const isDateOnly = text.length === 10;
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text.slice(10));
  const milliseconds = Date.parse(isDateOnly || hasZone ? text.replace(' ', 'T') : `${text.replace(' ', 'T')}Z`);
  return Number.isNaN(milliseconds) ? null : formatMoment(milliseconds);
}

function misfit(reason: string): Problem {
  return new Problem('general_query_invalid', `Invalid query: ${reason}`);
}
