import { emptyQuery } from '#contract/query.ts';
import type { Shelf } from '#contract/shelf.ts';
import { allCounts, countScope, everything, materialScope, scopesOfList, textScope, type Scope } from './scopes.ts';

/**
 * Wraps the shelf so that it passes each scope to `note` before reading it: a later change then marks the response that
 * is being made as stale, and an earlier change is included in what is read. The catalogue, the site and its pages do
 * not change while the server runs.
 */
export function recordReads(shelf: Shelf, note: (scope: Scope) => void): Shelf {
  return {
    listMaterials(kind, query) {
      for (const scope of scopesOfList(kind, { ...emptyQuery, ...query })) note(scope);
      return shelf.listMaterials(kind, query);
    },
    findMaterial(id) {
      note(materialScope(id));
      return shelf.findMaterial(id);
    },
    readMaterialText(id) {
      note(materialScope(id));
      note(textScope(id));
      return shelf.readMaterialText(id);
    },
    countMaterials(facultyId) {
      note(countScope(facultyId));
      return shelf.countMaterials(facultyId);
    },
    countByFaculty() {
      note(allCounts);
      return shelf.countByFaculty();
    },
    findSubjectPlaces(name) {
      note(allCounts);
      return shelf.findSubjectPlaces(name);
    },
    search(request) {
      note(everything);
      return shelf.search(request);
    },
    suggest(q, signal) {
      note(everything);
      return shelf.suggest(q, signal);
    },
    listFaculties: () => shelf.listFaculties(),
    findFaculty: (facultyId) => shelf.findFaculty(facultyId),
    site: () => shelf.site(),
    findPage: (name) => shelf.findPage(name),
  };
}
