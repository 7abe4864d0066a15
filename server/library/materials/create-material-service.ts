import { createCatalogueFollowing } from './follow-catalogue.ts';
import type { MaterialParts } from './material-parts.ts';
import { createMaterialHiding } from './material-hiding.ts';
import { createMaterialReads } from './material-reads.ts';
import { createMaterialRemoval } from './material-removal.ts';
import type { MaterialService } from './material-service.ts';
import { createMaterialWrites } from './write-materials.ts';

/** Applies the rules for materials to the records. Everybody reads; only an administrator writes or sees the trash. */
export function createMaterialService(parts: MaterialParts): MaterialService {
  return {
    ...createMaterialReads(parts),
    ...createMaterialWrites(parts),
    ...createMaterialHiding(parts),
    ...createMaterialRemoval(parts),
    ...createCatalogueFollowing(parts),
  };
}
