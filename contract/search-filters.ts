import { materialKinds } from '#domain/material.ts';

/**
 * Maximum length of a search on the search page, in UTF-16 code units: that of a whole question. The rest is ignored.
 */
export const maxSearchLength = 500;

/** The filters of a search, in the order in which they are shown. */
export const searchFilters = ['kind', 'facultyId', 'semesterId', 'subject', 'yearBs', 'year'] as const;
export type SearchFilter = (typeof searchFilters)[number];

/** Maximum number of values of one filter that are read, more than anybody ticks. Further values are ignored. */
const maxValues = 20;
/** Maximum length of a filter, longer than any name or id. */
const maxLength = 255;

/** Returns the values of a filter in an address, each once and in one order, so that equal searches have equal addresses. */
export function readFilter(name: SearchFilter, values: readonly string[]): string[] {
  const read = values.map((value) => value.trim().slice(0, maxLength)).filter((value) => isPossible(name, value));
  return [...new Set(read)].sort().slice(0, maxValues);
}

function isPossible(name: SearchFilter, value: string): boolean {
  if (name === 'kind') return (materialKinds as readonly string[]).includes(value);
  return name === 'year' || name === 'yearBs' ? /^[12]\d{3}$/.test(value) : value !== '';
}
