import { findFaculty, summariseFaculty } from '#domain/catalogue.ts';
import { isIdentifier } from '#domain/identifier.ts';
import { materialKinds, type Material, type MaterialKind } from '#domain/material.ts';
import type {
  FacultiesAnswer,
  MaterialAnswer,
  MisplacedAnswer,
  RemovedSamplesAnswer,
  TrashAnswer,
  UnusedFilesAnswer,
} from '#contract/additions.ts';
import { Problem } from '#contract/problems.ts';
import { toDocument, toFileAnswer } from '#contract/to-document.ts';
import { answerProblem } from './errors.ts';
import { invalidArgument, readId, readPage } from './parameters.ts';
import type { Asked, ContractContext, ContractParts, Handler } from './request-context.ts';

type Addition =
  | 'site'
  | 'page'
  | 'listFaculties'
  | 'getFaculty'
  | 'countMaterials'
  | 'getMaterial'
  | 'restore'
  | 'purge'
  | 'listTrash'
  | 'listMisplaced'
  | 'listUnusedFiles'
  | 'removeSamples';

/** What we serve beside the contract: the words and the catalogue pages need, and the administrator's keeping of order. */
export function createAdditionHandlers({ services, config }: ContractParts): Record<Addition, Handler> {
  const { materials, catalogue, shelf } = services;
  const write = (material: Material) => toDocument(material, config);

  /** Public and the same for everybody, but the operator may change it with the next start. */
  function answerFresh(c: ContractContext, answer: object): Response {
    c.header('Cache-Control', 'no-cache');
    return c.json(answer);
  }

  async function getMaterial({ c, actor }: Asked): Promise<Response> {
    const id = readId(c, 'id');
    const found = await materials.find(actor, id);
    if (found.state === 'published') {
      const { material } = found;
      return answerFresh(c, { kind: material.kind, document: write(material) } satisfies MaterialAnswer);
    }
    const problem = notFound(`Document with the requested ID '${id}' could not be found.`);
    return found.state === 'withdrawn' ? answerProblem(problem, 410) : answerProblem(problem);
  }

  async function listTrash({ c, actor }: Asked): Promise<Response> {
    const kind = readKind(c);
    const { total, materials: found } = await materials.listTrash(actor, { ...readPage(c), ...(kind ? { kind } : {}) });
    const documents = found.map((material) => ({ ...write(material), $deletedAt: material.deletedAt }));
    return answerPrivate(c, { total, documents } satisfies TrashAnswer);
  }

  return {
    site: async ({ c }) => answerFresh(c, await shelf.site()),
    page: async ({ c }) => {
      const page = await shelf.findPage(c.req.param('name') ?? '');
      if (!page) throw notFound('There is no such page.');
      return answerFresh(c, page);
    },
    listFaculties: ({ c }) => {
      const faculties = catalogue.faculties.map(summariseFaculty);
      return answerFresh(c, { total: faculties.length, faculties } satisfies FacultiesAnswer);
    },
    getFaculty: ({ c }) => {
      const faculty = findFaculty(catalogue, c.req.param('facultyId') ?? '');
      if (!faculty) throw notFound('There is no such faculty.');
      return answerFresh(c, faculty);
    },
    countMaterials: async ({ c, actor }) => {
      const facultyId = c.req.query('facultyId') || undefined;
      if (facultyId !== undefined && !isIdentifier(facultyId))
        throw invalidArgument('facultyId', 'must be the id of a faculty.');
      return answerFresh(c, await materials.count(actor, facultyId));
    },
    getMaterial,
    restore: async ({ c, actor }) => c.json(write(await materials.restore(actor, readId(c, 'id')))),
    purge: async ({ c, actor }) => {
      await materials.purge(actor, readId(c, 'id'));
      return c.body(null, 204);
    },
    listTrash,
    listMisplaced: async ({ c, actor }) => {
      const { total, materials: found } = await materials.listMisplaced(actor, readPage(c));
      return answerPrivate(c, { total, documents: found.map(write) } satisfies MisplacedAnswer);
    },
    listUnusedFiles: async ({ c, actor }) => {
      const { total, files } = await materials.listUnusedFiles(actor, readPage(c));
      return answerPrivate(c, {
        total,
        files: files.map((file) => toFileAnswer(file, config.ids)),
      } satisfies UnusedFilesAnswer);
    },
    removeSamples: async ({ c, actor }) => {
      return c.json({ removed: await materials.removeSamples(actor) } satisfies RemovedSamplesAnswer);
    },
  };
}

function answerPrivate(c: ContractContext, answer: object): Response {
  c.header('Cache-Control', 'no-store');
  return c.json(answer);
}

function readKind(c: ContractContext): MaterialKind | null {
  const sent = c.req.query('kind');
  if (!sent) return null;
  const kind = materialKinds.find((each) => each === sent);
  if (!kind) throw invalidArgument('kind', `must be one of ${materialKinds.join(', ')}.`);
  return kind;
}

function notFound(message: string): Problem {
  return new Problem('document_not_found', message);
}
