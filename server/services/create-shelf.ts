import { visitor } from '#domain/account.ts';
import { findFaculty, summariseFaculty, type Catalogue } from '#domain/catalogue.ts';
import { emptyQuery } from '#contract/query.ts';
import type { ContentPage, Shelf, Site } from '#contract/shelf.ts';
import { readAs } from '#server/machinery/queues/caller.ts';
import type { MaterialService } from '#server/library/materials/material-service.ts';
import type { SearchService } from '#server/library/search/search-service.ts';
import type { TextReads } from '#server/library/text-extraction/text-reads.ts';

/**
 * Creates the data source of pages rendered on the server. It always reads as a visitor, so that public pages are the
 * same for everybody.
 */
export function createShelf({
  materials,
  search,
  texts,
  catalogue,
  site,
  pages,
}: {
  materials: MaterialService;
  search: SearchService;
  texts: Pick<TextReads, 'beginning'>;
  catalogue: Catalogue;
  site: Site;
  pages: readonly ContentPage[];
}): Shelf {
  return {
    listMaterials: (kind, query) => readAs('page', () => materials.list(visitor, kind, { ...emptyQuery, ...query })),
    findMaterial: (id) => materials.find(visitor, id),
    readMaterialText: (id) => texts.beginning(visitor, id),
    countMaterials: (facultyId) => materials.count(visitor, { facultyId }),
    countByFaculty: () => materials.countByFaculty(visitor),
    findSubjectPlaces: (name) => materials.findSubjectPlaces(visitor, name),
    search: (request) => search.search(visitor, request),
    suggest: (q) => readAs('page', () => search.suggest(visitor, q)),
    listFaculties: async () => catalogue.faculties.map(summariseFaculty),
    findFaculty: async (facultyId) => findFaculty(catalogue, facultyId),
    site: async () => site,
    findPage: async (name) => pages.find((page) => page.name === name) ?? null,
  };
}
