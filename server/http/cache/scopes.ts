import type { Comparison, Filter, ListQuery } from '#contract/query.ts';
import type { Material, MaterialKind } from '#domain/material.ts';
import type { Change, MaterialChange } from '#server/library/changes.ts';

/**
 * A source of a response, as a text: one material, the list of a place, the counts of a faculty. A change names the
 * scopes that it touches, and every cached response with one of them is evicted.
 */
export type Scope = string;

type Place = readonly string[];

/** Returns the scope of a list of a faculty, a term or a subject; `place` has as many of these as are known. */
const listScope = (kind: MaterialKind, place: Place): Scope => JSON.stringify(['list', kind, ...place]);

/** Returns the scope for existence, permissions and attributes of a material. */
export const materialScope = (id: string): Scope => `material ${id}`;
/** Returns the scope of the text of a material's file. */
export const textScope = (id: string): Scope => `text ${id}`;
/** Returns the scope of a faculty's numbers of materials, by place and kind. */
export const countScope = (facultyId: string): Scope => `counts ${facultyId}`;
/** The scope of the number of materials in all. */
export const allCounts: Scope = 'counts';
/** For responses with unknown dependencies: evicted with every change. */
export const everything: Scope = 'everything';

const placeAttributes = ['facultyId', 'semesterId', 'subject'] as const;

/**
 * Returns the scopes of a list: the narrowest place that contains all its materials, and the material that its cursor
 * names.
 */
export function scopesOfList(kind: MaterialKind, { filters, cursor }: Pick<ListQuery, 'filters' | 'cursor'>): Scope[] {
  const place: string[] = [];
  for (const attribute of placeAttributes) {
    const value = filters.find((filter) => isEqualTo(filter, attribute));
    if (value === undefined) break;
    place.push(String((value as Comparison).values[0]));
  }
  const scopes = [listScope(kind, place)];
  if (cursor) scopes.push(materialScope(cursor.id));
  return scopes;
}

/** True if the filter compares with exactly one text; with several, the list has materials of several places. */
function isEqualTo(filter: Filter, attribute: string): boolean {
  if ('filters' in filter || filter.method !== 'equal' || filter.attribute !== attribute) return false;
  return filter.values.length === 1 && typeof filter.values[0] === 'string';
}

/**
 * Maximum number of changed materials whose scopes are named. A larger change evicts everything: naming all scopes
 * would cost more than rendering again.
 */
const maxNamedMaterials = 500;

/** Returns the scopes that a change affects; null for all scopes. */
export function scopesOfChange(change: Change): Set<Scope> | null {
  const scopes = new Set<Scope>();
  if (change.subject === 'anything') return null;
  if (change.subject === 'file') {
    // Materials show the type and the size of their file, and its text to readers. A new file is not used yet, and a
    // deleted one is not used any more.
    return change.action === 'update' ? null : scopes;
  }
  if (change.subject === 'purged') {
    for (const { id } of change.materials) scopes.add(materialScope(id));
    return scopes;
  }
  const changes = change.subject === 'materials' ? change.changes : [change];
  if (changes.length > maxNamedMaterials) return null;
  for (const each of changes) {
    addScopes(scopes, each);
  }
  return scopes;
}

function addScopes(scopes: Set<Scope>, change: MaterialChange): void {
  const before = change.action === 'update' ? change.before : null;
  const { material } = change;
  const isCountedElsewhere = !before || !isCountedAlike(before, material);
  for (const { id, kind, facultyId, semesterId, subject } of before ? [before, material] : [material]) {
    const place = [facultyId, semesterId, subject];
    scopes.add(materialScope(id));
    for (let depth = 0; depth <= place.length; depth += 1) scopes.add(listScope(kind, place.slice(0, depth)));
    if (isCountedElsewhere) scopes.add(allCounts).add(countScope(facultyId));
  }
}

function isCountedAlike(before: Material, after: Material): boolean {
  return (
    before.kind === after.kind &&
    placeAttributes.every((name) => before[name] === after[name]) &&
    before.permissions.join() === after.permissions.join()
  );
}
