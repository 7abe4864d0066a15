import type { Filter } from '#contract/query.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import { toCurrentNames } from '#domain/former-names.ts';

/**
 * The filters of a list with the current names of subjects in place of former ones, so that a query that was written before
 * a renaming finds the same materials. Only filters that all must hold count.
 */
export function withCurrentSubjects(catalogue: Catalogue, filters: readonly Filter[]): Filter[] {
  const scope = { facultyIds: valuesOf(filters, 'facultyId'), semesterIds: valuesOf(filters, 'semesterId') };
  return filters.map((filter) =>
    isEqual(filter, 'subject') && filter.values.every((value) => typeof value === 'string')
      ? { ...filter, values: toCurrentNames(catalogue, filter.values, scope) }
      : filter,
  );
}

function valuesOf(filters: readonly Filter[], attribute: string): string[] {
  return filters.flatMap((filter) => (isEqual(filter, attribute) ? filter.values.map(String) : []));
}

function isEqual(filter: Filter, attribute: string): filter is Extract<Filter, { attribute: string }> {
  return 'attribute' in filter && filter.method === 'equal' && filter.attribute === attribute;
}
