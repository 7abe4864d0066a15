import type { Catalogue } from '#domain/catalogue.ts';
import type { Trail } from '#server/library/accounts/trail.ts';
import type { Changes } from '#server/library/changes.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { Texts } from '#server/engines/text-store/texts.ts';

/** Dependencies of the inventory service. */
export type InventoryParts = {
  database: Pick<Database, 'inventory' | 'bulkChanges' | 'publications' | 'materials' | 'livedTime'>;
  catalogue: Catalogue;
  texts: Pick<Texts, 'listScanned'>;
  changes: Pick<Changes, 'tell'>;
  trail: Pick<Trail, 'transaction'>;
  /** Maximum number of materials per bulk edit. */
  maxMaterials?: number;
};
