import type { PhotographPdfAnswer, PhotographsAnswer } from '#contract/schemas/answer-types.ts';
import { resolveNewId } from '#contract/new-id.ts';
import type { PhotographWork } from '#server/library/photographs/photograph-service.ts';
import type { ContractParts, Handlers } from './handlers.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';

type PhotographRoute =
  | 'listPhotographs'
  | 'createPhotographPdf'
  | 'findPhotographs'
  | 'getPhotographPdf'
  | 'cancelPhotographPdf';

/** Handles PDFs of photographs of a paper. */
export function createPhotographHandlers({ services }: ContractParts): Handlers<PhotographRoute> {
  const { photographs, staging } = services;
  return {
    async createPhotographPdf({ c, actor, body }) {
      const work = await photographs.begin(actor, {
        fileId: resolveNewId(body.fileId),
        name: body.name,
        photographs: body.photographs.map(({ fileId, ...each }) => ({ ...each, photographId: fileId })),
      });
      c.header('Cache-Control', cacheControl.never);
      return c.json(toAnswer(work), 202);
    },

    async findPhotographs({ c, actor, body }) {
      c.header('Cache-Control', cacheControl.never);
      return c.json(await staging.findPhotographs(actor, body.digests));
    },

    async getPhotographPdf({ c, actor, path }) {
      c.header('Cache-Control', cacheControl.never);
      return c.json(toAnswer(await photographs.find(actor, path['fileId'] ?? '')));
    },

    async listPhotographs({ c, actor, path }) {
      const found = await photographs.list(actor, path['fileId'] ?? '');
      c.header('Cache-Control', cacheControl.never);
      return c.json({ total: found.length, photographs: found.map(toLinked) } satisfies PhotographsAnswer);
    },

    async cancelPhotographPdf({ c, actor, path }) {
      await photographs.cancel(actor, path['fileId'] ?? '');
      return c.body(null, 204);
    },
  };
}

function toAnswer({ fileId, state, done, total, failure, photographs }: PhotographWork): PhotographPdfAnswer {
  return {
    fileId,
    state,
    done,
    total,
    failure: failure && { message: failure.message, fileId: failure.photographId },
    photographs: photographs.map(toLinked),
  };
}

function toLinked({ photographId, turn, keepsWhole, file }: PhotographWork['photographs'][number]) {
  return { fileId: photographId, turn, keepsWhole, name: file.name, sizeOriginal: file.sizeBytes };
}
