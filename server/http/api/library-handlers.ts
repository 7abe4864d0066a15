import { findFaculty, summariseFaculty } from '#domain/catalogue.ts';
import { toCurrentNames } from '#domain/former-names.ts';
import type { FacultiesAnswer, MaterialAnswer, SubjectPlacesAnswer } from '#contract/schemas/answer-types.ts';
import { Problem } from '#contract/problems.ts';
import { withNamesOf } from '#contract/place-names.ts';
import { toDocument } from '#contract/appwrite/to-document.ts';
import { answerProblem } from '#server/http/responses/errors.ts';
import type { FoundMaterial } from '#contract/shelf.ts';
import { createOriginReader } from '#server/http/requests/read-origin.ts';
import { allCounts, countScope, everything, materialScope } from '#server/http/cache/scopes.ts';
import type { ContractParts, Handlers } from './handlers.ts';

type LibraryRoute =
  | 'getSite'
  | 'getContentPage'
  | 'listFaculties'
  | 'getFaculty'
  | 'countMaterials'
  | 'countMaterialsByFaculty'
  | 'listSubjectPlaces'
  | 'getMaterial';

/**
 * Creates the routes for pages beyond Appwrite's contract: the site's texts, the catalogue, counts, a material by its
 * id.
 */
export function createLibraryHandlers({ services, config, shared }: ContractParts): Handlers<LibraryRoute> {
  const { materials, catalogue, catalogueIn, shelfIn, changes } = services;
  const readOrigin = createOriginReader(config);

  return {
    // The response has the log position of the library.
    getSite(request) {
      const { language } = request.query;
      const publicUrl = readOrigin(request.c.env?.incoming);
      const isShared = publicUrl === config.publicUrl;
      return shared.answer(request, isShared ? { key: ['site', language], scopes: [everything] } : null, async () => ({
        ...(await shelfIn(language).site()),
        publicUrl,
        revision: changes.revision,
      }));
    },

    async getContentPage(request) {
      const { name = '' } = request.path;
      const { language } = request.query;
      const page = await shelfIn(language).findPage(name);
      if (!page) throw notFound('There is no such page.');
      return shared.answer(request, { key: ['content', name, language], scopes: [] }, () => page);
    },

    listFaculties(request) {
      const { language } = request.query;
      return shared.answer(request, { key: ['faculties', language], scopes: [] }, (): FacultiesAnswer => {
        const faculties = catalogueIn(language).faculties.map(summariseFaculty);
        return { total: faculties.length, faculties };
      });
    },

    getFaculty(request) {
      const { facultyId = '' } = request.path;
      const { language } = request.query;
      const faculty = findFaculty(catalogueIn(language), facultyId);
      if (!faculty) throw notFound('There is no such faculty.');
      return shared.answer(request, { key: ['faculty', facultyId, language], scopes: [] }, () => faculty);
    },

    countMaterials(request) {
      const { actor, query } = request;
      const scopes = [query.facultyId === undefined ? allCounts : countScope(query.facultyId)];
      return shared.answer(request, { key: ['counts', query.facultyId ?? null], scopes }, () =>
        materials.count(actor, query),
      );
    },

    countMaterialsByFaculty(request) {
      return shared.answer(request, { key: ['counts by faculty'], scopes: [allCounts] }, () =>
        materials.countByFaculty(request.actor),
      );
    },

    listSubjectPlaces(request) {
      const { name, language } = request.query;
      const names = toCurrentNames(catalogue, [name], { facultyIds: [], semesterIds: [] });
      return shared.answer(
        request,
        { key: ['subject places', names, language], scopes: [allCounts] },
        async (): Promise<SubjectPlacesAnswer> => {
          const found = await Promise.all(names.map((each) => materials.findSubjectPlaces(request.actor, each)));
          const places = found.flat().map((place) => withNamesOf(catalogueIn(language), place));
          return { total: places.length, places };
        },
      );
    },

    async getMaterial(request) {
      const { id = '' } = request.path;
      const scopes = [materialScope(id)];
      try {
        return await shared.answer(request, { key: ['material', id], scopes }, async (): Promise<MaterialAnswer> => {
          const found = await materials.find(request.actor, id);
          if (found.state !== 'published') throw new NotPublished(found);
          const { material } = found;
          return { kind: material.kind, document: toDocument(material, config) };
        });
      } catch (error) {
        if (!(error instanceof NotPublished)) throw error;
        const { found } = error;
        const problem = notFound(`Document with the requested ID '${id}' could not be found.`);
        if (found.state === 'missing') return answerProblem(problem);
        return answerProblem(problem, 410, { place: found.place, isHidden: found.state === 'hidden' });
      }
    },
  };
}

/** Thrown if there is no published material, so that nothing is cached. */
class NotPublished extends Error {
  readonly found: Exclude<FoundMaterial, { state: 'published' }>;

  constructor(found: NotPublished['found']) {
    super('not published');
    this.found = found;
  }
}

function notFound(message: string): Problem {
  return new Problem('document_not_found', message);
}
