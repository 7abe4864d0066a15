import { createCatalogueFollowing } from './follow-catalogue.ts';
import type { MaterialParts } from './material-parts.ts';
import { createMaterialHiding } from './material-hiding.ts';
import { createMaterialReads } from './material-reads.ts';
import { createMaterialRemoval } from './material-removal.ts';
import type { MaterialService } from './material-service.ts';
import { createMaterialWrites } from './write-materials.ts';

/**
 * Creates the service that applies the rules for materials. Everybody may read; only administrators write or see the
 * trash.
 */
export function createMaterialService(parts: MaterialParts): MaterialService {
  return {
    ...createMaterialReads(parts),
    ...createMaterialWrites(parts),
    ...createMaterialHiding(parts),
    ...createMaterialRemoval(parts),
    ...createCatalogueFollowing(parts),
  };
}
