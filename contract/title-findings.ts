import { materialKinds, type Material } from '#domain/material.ts';
import { contains, type Filter } from './query.ts';
import type { FacetCount, SearchFindings, SearchRequest, SearchSuggestions } from './search.ts';
import type { Shelf } from './shelf.ts';

/** The number of words that are searched for; the rest is ignored. */
const maxWords = 8;
/** As many materials of each kind are found. */
const maxOfKind = 100;
const maxSuggested = 5;

type Lists = Pick<Shelf, 'listMaterials'>;

/** What can be found by lists alone: materials with each of the words anywhere in title or subject, in any order. */
export async function findByTitle(shelf: Lists, request: SearchRequest): Promise<SearchFindings> {
  const all = await listByWords(shelf, request.q, maxOfKind);
  const filters = ['kind', 'facultyId', 'semesterId', 'subject', 'year'] as const;
  const isIn = (material: Material, except?: string) =>
    filters.every((name) => {
      const wanted: readonly unknown[] = request[name];
      return name === except || wanted.length === 0 || wanted.includes(material[name]);
    });
  const count = <Name extends (typeof filters)[number]>(name: Name) => {
    const counts = new Map<Material[Name], number>();
    for (const material of all) {
      if (material[name] !== null && isIn(material, name))
        counts.set(material[name], (counts.get(material[name]) ?? 0) + 1);
    }
    const facet = [...counts].map(([value, count]) => ({ value, count }));
    return facet.sort((one, other) => other.count - one.count) as FacetCount<NonNullable<Material[Name]>>[];
  };
  const found = all.filter((material) => isIn(material));
  return {
    total: found.length,
    matched: 'all',
    didYouMean: null,
    facets: {
      kind: count('kind'),
      facultyId: count('facultyId'),
      semesterId: count('semesterId'),
      subject: count('subject'),
      year: count('year'),
    },
    results: found
      .slice(request.offset, request.offset + request.limit)
      .map((material) => ({ material, pagesTotal: 0, pages: [] })),
  };
}

/** Titles that have each of the words. */
export async function suggestByTitle(shelf: Lists, q: string): Promise<SearchSuggestions> {
  const all = await listByWords(shelf, q, maxSuggested);
  return {
    subjects: [],
    materials: all
      .slice(0, maxSuggested)
      .map(({ id, kind, title, subject, year }) => ({ id, kind, title, subject, year })),
  };
}

async function listByWords(shelf: Lists, q: string, limit: number): Promise<Material[]> {
  const words = [...new Set(q.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, maxWords);
  if (words.length === 0) return [];
  const filters = words.map((word): Filter => ({
    method: 'or',
    filters: [contains('title', word), contains('subject', word)],
  }));
  const orders = [{ attribute: 'title', direction: 'asc' as const }];
  const lists = await Promise.all(materialKinds.map((kind) => shelf.listMaterials(kind, { filters, orders, limit })));
  return lists.flatMap(({ materials }) => materials);
}
