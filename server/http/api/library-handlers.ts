import { findFaculty, summariseFaculty } from '#domain/catalogue.ts';
import type { FacultiesAnswer, MaterialAnswer, SubjectPlacesAnswer } from '#contract/additions.ts';
import { Problem } from '#contract/problems.ts';
import { toDocument } from '#contract/to-document.ts';
import { answerProblem } from '#server/http/answers/errors.ts';
import type { ContractContext, ContractParts, Handlers } from './request-context.ts';

type LibraryRoute =
  | 'getSite'
  | 'getContentPage'
  | 'listFaculties'
  | 'getFaculty'
  | 'countMaterials'
  | 'countMaterialsByFaculty'
  | 'listSubjectPlaces'
  | 'getMaterial';

/** What pages need beside the contract of Appwrite: the site's texts, the catalogue, counts, a material by its id. */
export function createLibraryHandlers({ services, config }: ContractParts): Handlers<LibraryRoute> {
  const { materials, catalogue, shelf } = services;

  return {
    getSite: async ({ c }) => answerFresh(c, await shelf.site()),

    async getContentPage({ c, path }) {
      const page = await shelf.findPage(path['name'] ?? '');
      if (!page) throw notFound('There is no such page.');
      return answerFresh(c, page);
    },

    listFaculties({ c }) {
      const faculties = catalogue.faculties.map(summariseFaculty);
      return answerFresh(c, { total: faculties.length, faculties } satisfies FacultiesAnswer);
    },

    getFaculty({ c, path }) {
      const faculty = findFaculty(catalogue, path['facultyId'] ?? '');
      if (!faculty) throw notFound('There is no such faculty.');
      return answerFresh(c, faculty);
    },

    async countMaterials({ c, actor, query }) {
      return answerFresh(c, await materials.count(actor, query));
    },

    async countMaterialsByFaculty({ c, actor }) {
      return answerFresh(c, await materials.countByFaculty(actor));
    },

    async listSubjectPlaces({ c, actor, query }) {
      const places = await materials.findSubjectPlaces(actor, query.name);
      return answerFresh(c, { total: places.length, places } satisfies SubjectPlacesAnswer);
    },

    async getMaterial({ c, actor, path }) {
      const { id = '' } = path;
      const found = await materials.find(actor, id);
      if (found.state === 'published') {
        const { material } = found;
        return answerFresh(c, { kind: material.kind, document: toDocument(material, config) } satisfies MaterialAnswer);
      }
      const problem = notFound(`Document with the requested ID '${id}' could not be found.`);
      if (found.state === 'missing') return answerProblem(problem);
      return answerProblem(problem, 410, { place: found.place, isHidden: found.state === 'hidden' });
    },
  };
}

/** Public and the same for everyone, but the operator may change it with the next start. */
function answerFresh(c: ContractContext, answer: object): Response {
  c.header('Cache-Control', 'no-cache');
  return c.json(answer);
}

function notFound(message: string): Problem {
  return new Problem('document_not_found', message);
}
