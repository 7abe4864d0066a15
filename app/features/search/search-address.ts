import { maxSearchLength, readFilter, searchFilters, type SearchFilter } from '#contract/search-filters.ts';
import { resultPartSize, type SearchFindings, type SearchRequest } from '#contract/search.ts';
import type { MaterialKind } from '#domain/material.ts';
import { readListSearch, type ListSearch } from '#app/features/materials/list-search.ts';

/**
 * The parameters of the search page: the words as typed, the filters, and the material open over the page. With `as`, the
 * words are neither corrected nor read as names and filters.
 */
export type SearchAddress = ListSearch & { q?: string | undefined; as?: 'typed' | undefined } & {
  [Name in SearchFilter]?: string[] | undefined;
};

/** Parses the parameters of the search page from an address. */
export function readSearchAddress(search: Record<string, unknown>): SearchAddress {
  const address: SearchAddress = { ...readListSearch(search), q: readText(search['q']) };
  address.as = search['as'] === 'typed' ? 'typed' : undefined;
  for (const name of searchFilters) {
    const values = readFilter(name, [search[name] ?? []].flat().map(String));
    address[name] = values.length > 0 ? values : undefined;
  }
  return address;
}

function readText(value: unknown): string | undefined {
  return (typeof value === 'string' && value.trim().slice(0, maxSearchLength).trim()) || undefined;
}

/** Returns the request of the search page for an address; null without words. */
export function requestOf(address: SearchAddress): SearchRequest | null {
  const { q, part = 1 } = address;
  if (q === undefined) return null;
  return {
    q,
    kind: (address.kind ?? []) as MaterialKind[],
    facultyId: address.facultyId ?? [],
    semesterId: address.semesterId ?? [],
    subject: address.subject ?? [],
    year: (address.year ?? []).map(Number),
    yearBs: (address.yearBs ?? []).map(Number),
    asTyped: address.as === 'typed',
    limit: resultPartSize,
    offset: (part - 1) * resultPartSize,
  };
}

/**
 * Returns the address of the same search as it was understood: with the words and filters that were searched in place of
 * the typed ones.
 */
export function toUnderstood(
  address: SearchAddress,
  { understood }: Pick<SearchFindings, 'understood'>,
): SearchAddress {
  const applied = understood?.applied;
  if (!applied) return address;
  const own: SearchAddress = { ...address, q: applied.q };
  for (const name of searchFilters) own[name] = applied[name].length > 0 ? applied[name].map(String) : undefined;
  return own;
}

/** Returns the number of filter values in the address. */
export function countFilters(address: SearchAddress): number {
  return searchFilters.reduce((sum, name) => sum + (address[name]?.length ?? 0), 0);
}

/** Returns the parameters reset to the first part, without an open material, for another search or other filters. */
function resetPosition(address: SearchAddress): SearchAddress {
  return { ...address, part: undefined, open: undefined, page: undefined, find: undefined };
}

/** Returns the address with a filter value added or, if it is already there, removed. */
export function toggleFilter(address: SearchAddress, name: SearchFilter, value: string): SearchAddress {
  const values = address[name] ?? [];
  const next = values.includes(value) ? values.filter((each) => each !== value) : [...values, value].sort();
  return { ...resetPosition(address), [name]: next.length > 0 ? next : undefined };
}

/** Returns the address without any filter. */
export function withoutFilters(address: SearchAddress): SearchAddress {
  const plain = resetPosition(address);
  for (const name of searchFilters) plain[name] = undefined;
  return plain;
}
