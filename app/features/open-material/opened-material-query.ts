import { queryOptions } from '@tanstack/react-query';
import type { Shelf } from '#contract/shelf.ts';

/**
 * Returns the query for the material in the address. The button that opens it puts it into the cache; otherwise it is requested
 * from the shelf.
 */
export function openedMaterialQuery(shelf: Shelf, id: string) {
  return queryOptions({ queryKey: ['material', id], queryFn: () => shelf.findMaterial(id) });
}
