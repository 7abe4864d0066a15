import { findFaculty, summariseFaculty } from '#domain/catalogue.ts';
import type { Material } from '#domain/material.ts';
import type {
  FacultiesAnswer,
  MaterialAnswer,
  MisplacedAnswer,
  RemovedSamplesAnswer,
  SubjectPlacesAnswer,
  TrashAnswer,
  UnusedFilesAnswer,
} from '#contract/additions.ts';
import { Problem } from '#contract/problems.ts';
import { toDocument, toFileAnswer } from '#contract/to-document.ts';
import { answerProblem } from '#server/http/answers/errors.ts';
import type { ContractContext, ContractParts, Handlers } from './request-context.ts';

type Addition =
  | 'getSite'
  | 'getContentPage'
  | 'listFaculties'
  | 'getFaculty'
  | 'listSubjectPlaces'
  | 'countMaterials'
  | 'countMaterialsByFaculty'
  | 'getMaterial'
  | 'restoreMaterial'
  | 'purgeMaterial'
  | 'listTrash'
  | 'listMisplaced'
  | 'listUnusedFiles'
  | 'getLibraryState'
  | 'removeSamples';

/** What we serve beside the contract: the words and the catalogue pages need, and the administrator's keeping of order. */
export function createAdditionHandlers({ services, config }: ContractParts): Handlers<Addition> {
  const { materials, catalogue, shelf } = services;
  const write = (material: Material) => toDocument(material, config);

  /** Public and the same for everybody, but the operator may change it with the next start. */
  function answerFresh(c: ContractContext, answer: object): Response {
    c.header('Cache-Control', 'no-cache');
    return c.json(answer);
  }

  return {
    async getLibraryState({ c, actor }) {
      c.header('Cache-Control', 'no-store');
      return c.json(await services.readState(actor));
    },

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
        return answerFresh(c, { kind: material.kind, document: write(material) } satisfies MaterialAnswer);
      }
      const problem = notFound(`Document with the requested ID '${id}' could not be found.`);
      if (found.state === 'missing') return answerProblem(problem);
      return answerProblem(problem, 410, { place: found.place });
    },

    async restoreMaterial({ c, actor, path }) {
      return c.json(write(await materials.restore(actor, path['id'] ?? '')));
    },

    async purgeMaterial({ c, actor, path }) {
      await materials.purge(actor, path['id'] ?? '');
      return c.body(null, 204);
    },

    async listTrash({ c, actor, query: { kind, ...page } }) {
      const { total, materials: found } = await materials.listTrash(actor, { ...page, ...(kind ? { kind } : {}) });
      const documents = found.map((material) => ({ ...write(material), $deletedAt: material.deletedAt }));
      return answerPrivate(c, { total, documents } satisfies TrashAnswer);
    },

    async listMisplaced({ c, actor, query }) {
      const { total, materials: found } = await materials.listMisplaced(actor, query);
      return answerPrivate(c, { total, documents: found.map(write) } satisfies MisplacedAnswer);
    },

    async listUnusedFiles({ c, actor, query }) {
      const { total, files } = await materials.listUnusedFiles(actor, query);
      return answerPrivate(c, {
        total,
        files: files.map((file) => toFileAnswer(file, config.ids)),
      } satisfies UnusedFilesAnswer);
    },

    async removeSamples({ c, actor }) {
      return c.json({ removed: await materials.removeSamples(actor) } satisfies RemovedSamplesAnswer);
    },
  };
}

function answerPrivate(c: ContractContext, answer: object): Response {
  c.header('Cache-Control', 'no-store');
  return c.json(answer);
}

function notFound(message: string): Problem {
  return new Problem('document_not_found', message);
}
