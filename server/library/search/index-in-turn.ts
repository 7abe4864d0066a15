import type { Logger } from 'pino';
import type { Material } from '#domain/material.ts';
import type { SearchIndex } from '#server/engines/search-index/search-index.ts';
import type { IndexMaterial } from './index-material.ts';

type Named = Pick<Material, 'id' | 'sequence'>;

/**
 * Indexes a material unless another node does. If several nodes are notified of the same change, one indexes it, and
 * the others later find that it is done. Returns false if the caller must retry, because the node that is indexing the
 * material may have read it before its last change.
 */
export function createIndexInTurn(parts: {
  index: SearchIndex;
  indexMaterial: IndexMaterial;
  /** True if the index has the current state of a material. */
  isIndexed: (material: Named) => Promise<boolean>;
  log: Logger;
}) {
  const { index, indexMaterial, isIndexed, log } = parts;

  return async (material: Named, signal: AbortSignal): Promise<boolean> => {
    const claim = await index.claim(material.id);
    if (!claim) return false;
    try {
      if (!index.isShared || !(await isIndexed(material))) await indexMaterial(index, material, signal);
      return true;
    } finally {
      await claim.release().catch((error: unknown) => log.debug({ err: error }, 'a claim could not be released'));
    }
  };
}
