import { toDocument, toFileAnswer } from '#contract/appwrite/to-document.ts';
import type {
  MisplacedAnswer,
  RemovedSamplesAnswer,
  TrashAnswer,
  UnusedFilesAnswer,
  YearCountsAnswer,
} from '#contract/schemas/answer-types.ts';
import type { Material } from '#domain/material.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';
import type { ContractContext } from '#server/http/requests/request-context.ts';
import { version } from '#server/machinery/version.ts';
import type { ContractParts, Handlers } from './handlers.ts';

type Check = (c: ContractContext) => Response | Promise<Response>;

/**
 * Creates the two health checks. `/healthz`: the process responds. `/readyz`: the version, and 503 while something does
 * not work, with a word that names it; the log has the details and the remedy.
 */
export function createHealthHandlers({ services }: ContractParts): Record<'alive' | 'ready', Check> {
  return {
    alive: (c) => c.text('ok', 200, { 'cache-control': cacheControl.never }),
    ready: async (c) => {
      const { isReady, checks, faults, node } = await services.readiness.check();
      return c.json({ ...checks, faults, ...node, version }, isReady ? 200 : 503, {
        'cache-control': cacheControl.never,
      });
    },
  };
}

type MaintenanceRoute =
  | 'getLibraryState'
  | 'restoreMaterial'
  | 'purgeMaterial'
  | 'countMaterialsByYear'
  | 'listTrash'
  | 'listMisplaced'
  | 'listUnusedFiles'
  | 'removeSamples';

/** Routes of administrators besides the contract of Appwrite: the trash, lists for tidying up, the library's state. */
export function createMaintenanceHandlers({ services, config }: ContractParts): Handlers<MaintenanceRoute> {
  const { materials } = services;
  const write = (material: Material) => toDocument(material, config);

  return {
    async getLibraryState({ c, actor }) {
      return answerPrivate(c, await services.readState(actor));
    },

    async restoreMaterial({ c, actor, path }) {
      return c.json(write(await materials.restore(actor, path['id'] ?? '')));
    },

    async purgeMaterial({ c, actor, path }) {
      await materials.purge(actor, path['id'] ?? '');
      return c.body(null, 204);
    },

    async countMaterialsByYear({ c, actor, path }) {
      const counts = await materials.countByYear(actor, path['facultyId'] ?? '');
      return answerPrivate(c, { counts } satisfies YearCountsAnswer);
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
  c.header('Cache-Control', cacheControl.never);
  return c.json(answer);
}
