import { visitor } from '#domain/account.ts';
import { findFaculty, summariseFaculty, type Catalogue } from '#domain/catalogue.ts';
import { emptyQuery } from '#contract/query.ts';
import { findingsWithNames, suggestionsWithNames, withNamesOf } from '#contract/place-names.ts';
import type { Shelf } from '#contract/shelf.ts';
import { readAs } from '#server/machinery/queues/caller.ts';
import type { MaterialService } from '#server/library/materials/material-service.ts';
import type { SiteTexts } from '#server/library/site-content/site.ts';
import type { SearchService } from '#server/library/search/search-service.ts';
import type { TextReads } from '#server/library/text-extraction/text-reads.ts';

/**
 * Creates the data source of pages rendered on the server, with the names of a catalogue and texts in one language. It always reads as a visitor, so that public pages are the
 * same for everybody.
 */
export function createShelf({
  materials,
  search,
  texts,
  catalogue,
  content,
}: {
  materials: MaterialService;
  search: SearchService;
  texts: Pick<TextReads, 'beginning'>;
  catalogue: Catalogue;
  content: SiteTexts;
}): Shelf {
  return {
    listMaterials: (kind, query) => readAs('page', () => materials.list(visitor, kind, { ...emptyQuery, ...query })),
    findMaterial: (id) => materials.find(visitor, id),
    readMaterialText: (id) => texts.beginning(visitor, id),
    countMaterials: (facultyId) => materials.count(visitor, { facultyId }),
    countByFaculty: () => materials.countByFaculty(visitor),
    async findSubjectPlaces(name) {
      const places = await materials.findSubjectPlaces(visitor, name);
      return places.map((place) => withNamesOf(catalogue, place));
    },
    search: async (request) => findingsWithNames(catalogue, await search.search(visitor, request)),
    suggest: async (q) => suggestionsWithNames(catalogue, await readAs('page', () => search.suggest(visitor, q))),
    listFaculties: async () => catalogue.faculties.map(summariseFaculty),
    findFaculty: async (facultyId) => findFaculty(catalogue, facultyId),
    site: async () => content.site,
    findPage: async (name) => content.pages.find((page) => page.name === name) ?? null,
  };
}
