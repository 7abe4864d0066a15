import { queryOptions } from '@tanstack/react-query';
import type { Shelf } from '#contract/shelf.ts';

/**
 * Returns the query for the material in the address. The button that opens a material puts it into the cache; otherwise
 * the query requests it.
 */
export function openedMaterialQuery(shelf: Shelf, id: string) {
  return queryOptions({ queryKey: ['material', id], queryFn: () => shelf.findMaterial(id) });
}
