/**
 * The query language as data. `parse-queries.ts` parses it from requests, `write-queries.ts` writes it for requests, the database
 * compiles it to SQL.
 */

export const comparisonMethods = [
  'equal',
  'notEqual',
  'lessThan',
  'lessThanEqual',
  'greaterThan',
  'greaterThanEqual',
  'between',
  'notBetween',
  'isNull',
  'isNotNull',
  'startsWith',
  'notStartsWith',
  'endsWith',
  'notEndsWith',
  'contains',
  'containsAny',
  'containsAll',
  'notContains',
  'search',
  'notSearch',
] as const;

export type ComparisonMethod = (typeof comparisonMethods)[number];

export type QueryValue = string | number | boolean | null;

export type Comparison = { method: ComparisonMethod; attribute: string; values: QueryValue[] };

export type Filter = Comparison | { method: 'and' | 'or'; filters: Filter[] };

/** One order of a list; `randomOrder` in place of an attribute means `orderRandom`. */
export type Order = { attribute: string; direction: 'asc' | 'desc' };

export const randomOrder = '$random';

export type ListQuery = {
  /** Filters, all of which must match. */
  filters: Filter[];
  /** Orders, the most important one first. If empty, `$sequence` ascending; ties are also broken by `$sequence`. */
  orders: Order[];
  limit: number;
  offset: number;
  cursor: { direction: 'after' | 'before'; id: string } | null;
  /** Attribute names in the response (the `$` keys are always included); null for all. */
  select: string[] | null;
  /** If false, the number of all matches is not counted; `total` is then 0. */
  wantsTotal: boolean;
};

/** The limits of one request. */
export const queryLimits = {
  defaultLimit: 25,
  maxLimit: 5000,
  maxQueries: 100,
  maxQueryLength: 4096,
  maxDepth: 8,
  maxValues: 500,
  /**
   * Maximum number of texts that are searched in every row, because no index helps: the values of `contains` and
   * similar methods, the words of `search`.
   */
  maxScannedTexts: 100,
} as const;

export const emptyQuery: ListQuery = {
  filters: [],
  orders: [],
  limit: queryLimits.defaultLimit,
  offset: 0,
  cursor: null,
  select: null,
  wantsTotal: true,
};

/** Returns a filter that matches any of the values. */
export function equal(attribute: string, ...values: QueryValue[]): Comparison {
  return { method: 'equal', attribute, values };
}

/** Returns a filter that matches text containing the given text, regardless of case. */
export function contains(attribute: string, value: string): Comparison {
  return { method: 'contains', attribute, values: [value] };
}
