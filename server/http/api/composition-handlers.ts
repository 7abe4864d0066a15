import { resolveNewId } from '#contract/new-id.ts';
import type { CompositionAnswer, ReplacedPagesAnswer } from '#contract/schemas/answer-types.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';
import type { ContractParts, Handlers } from './handlers.ts';

/** Handles PDFs that are composed of pages, and the materials that get them. */
export function createCompositionHandlers({ services }: ContractParts): Handlers<'composePdf' | 'replacePages'> {
  return {
    async composePdf({ c, actor, body }) {
      const made = await services.composing.compose(actor, { ...body, fileId: resolveNewId(body.fileId) });
      c.header('Cache-Control', cacheControl.never);
      return c.json(made satisfies CompositionAnswer);
    },

    async replacePages({ c, actor, path, body: { unchangedSince, joined, ...replacement } }) {
      const change = {
        ...replacement,
        unchangedSince: readMoment(unchangedSince),
        joined: joined.map((each) => ({ id: each.id, unchangedSince: readMoment(each.unchangedSince) })),
      };
      const replaced = await services.materials.replacePages(actor, path['id'] ?? '', change);
      return c.json(replaced satisfies ReplacedPagesAnswer);
    },
  };
}

function readMoment(moment: string | undefined): number | undefined {
  return moment === undefined ? undefined : Date.parse(moment);
}
