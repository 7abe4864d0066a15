import { queryOptions } from '@tanstack/react-query';
import { contains, type Filter } from '#contract/query.ts';
import type { MaterialList, Shelf } from '#contract/shelf.ts';
import { materialKinds, type MaterialKind } from '#domain/material.ts';
import { readListSearch, type ListSearch } from '#app/features/materials/list-search.ts';

/** The parameters of the search page: the words as typed, and what is open over the page. */
export type TitleSearch = ListSearch & { q?: string | undefined };

/** How many materials of each kind are shown. */
export const foundOfKind = 20;

/** The number of words that are searched for; the rest is ignored. */
const maxWords = 8;
/** Longer than any title. */
const maxTextLength = 255;

/** Parses the parameters of the search page from an address. */
export function readTitleSearch(search: Record<string, unknown>): TitleSearch {
  const q = typeof search['q'] === 'string' ? search['q'].trim().slice(0, maxTextLength) : '';
  return { ...readListSearch(search), q: q || undefined };
}

/** Materials with each of the words anywhere in title or subject, in any order: the first ones of every kind. */
export function titleSearchQuery(shelf: Shelf, text: string) {
  const words = [...new Set(text.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, maxWords);
  const filters = words.map((word): Filter => ({
    method: 'or',
    filters: [contains('title', word), contains('subject', word)],
  }));
  return queryOptions({
    queryKey: ['materials', 'search', words],
    queryFn: async () => {
      const lists = await Promise.all(
        materialKinds.map((kind) =>
          shelf.listMaterials(kind, {
            filters,
            orders: [{ attribute: 'title', direction: 'asc' }],
            limit: foundOfKind,
          }),
        ),
      );
      return materialKinds.map((kind, index) => ({ kind, ...(lists[index] ?? nothing) })).filter(hasSome);
    },
    enabled: words.length > 0,
  });
}

const nothing: MaterialList = { total: 0, materials: [] };

const hasSome = (found: MaterialList & { kind: MaterialKind }) => found.materials.length > 0;
