import type { SameMaterialsAnswer, SimilarMaterialsAnswer } from '#contract/schemas/answer-types.ts';
import { toDocument } from '#contract/appwrite/to-document.ts';
import type { ContractParts, Handlers } from './handlers.ts';
import type { ContractContext } from '#server/http/requests/request-context.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';

type SimilarRoute = 'listSimilarMaterials' | 'keepSimilarMaterials' | 'listSameMaterials';

/** Lists near duplicates. */
export function createSimilarHandlers({ services, config }: ContractParts): Handlers<SimilarRoute> {
  const { similar } = services;

  return {
    async listSimilarMaterials({ c, actor }) {
      const pairs = (await similar.list(actor)).map(({ first, second, same }) => ({
        documents: [toDocument(first, config), toDocument(second, config)] as [
          ReturnType<typeof toDocument>,
          ReturnType<typeof toDocument>,
        ],
        same,
      }));
      return answerPrivate(c, { total: pairs.length, pairs } satisfies SimilarMaterialsAnswer);
    },

    async keepSimilarMaterials({ c, actor, body }) {
      await similar.keep(actor, body.firstId, body.secondId);
      return c.body(null, 204);
    },

    async listSameMaterials({ c, actor, path }) {
      const found = await similar.sameAs(actor, path['fileId'] ?? '');
      const documents = found.materials.map(({ material, hiddenSince }) => ({
        ...toDocument(material, config),
        $deletedAt: material.deletedAt,
        $hiddenAt: hiddenSince,
      }));
      const staged = found.staged.map(({ id, createdAt, path: name }) => ({
        $id: id,
        $createdAt: createdAt,
        path: name,
      }));
      return answerPrivate(c, { total: documents.length, documents, staged } satisfies SameMaterialsAnswer);
    },
  };
}

function answerPrivate(c: ContractContext, answer: object): Response {
  c.header('Cache-Control', cacheControl.never);
  return c.json(answer);
}
