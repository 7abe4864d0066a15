import type { InventorySelection } from '#server/engines/database/bulk-change-records.ts';

/** Selects every material that is not in the trash. */
export const wholeInventory: InventorySelection = {
  isInTrash: false,
  words: [],
  kinds: [],
  facultyIds: [],
  semesterIds: [],
  subjects: [],
  years: [],
  yearFrom: null,
  yearTo: null,
  outside: null,
  isHidden: null,
  isSample: null,
  warnings: [],
  digests: null,
  places: null,
  publicationId: null,
};
