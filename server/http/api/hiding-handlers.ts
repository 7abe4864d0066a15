import type { HiddenDocument, HiddenMaterialsAnswer } from '#contract/schemas/answer-types.ts';
import { toDocument } from '#contract/appwrite/to-document.ts';
import type { MaterialService } from '#server/library/materials/material-service.ts';
import type { ContractParts, Handlers } from './handlers.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';

type HidingRoute = 'listHidden' | 'hideMaterial' | 'showMaterial';
type Hidden = Awaited<ReturnType<MaterialService['hide']>>;

/** Creates the handlers that hide materials and show them again. */
export function createHidingHandlers({ services, config }: ContractParts): Handlers<HidingRoute> {
  const { materials } = services;
  const write = ({ material, hiding }: Hidden): HiddenDocument => ({
    ...toDocument(material, config),
    $hiddenAt: hiding.since,
    $hiddenReason: hiding.reason,
  });

  return {
    async listHidden({ c, actor, query: { id, ...page } }) {
      const { total, materials: hidden } = await materials.listHidden(actor, {
        ...page,
        ids: id.length > 0 ? id : undefined,
      });
      c.header('Cache-Control', cacheControl.never);
      return c.json({ total, documents: hidden.map(write) } satisfies HiddenMaterialsAnswer);
    },

    async hideMaterial({ c, actor, path, body }) {
      return c.json(write(await materials.hide(actor, path['id'] ?? '', body.reason)));
    },

    async showMaterial({ c, actor, path }) {
      return c.json(toDocument(await materials.show(actor, path['id'] ?? ''), config));
    },
  };
}
