import { queryOptions } from '@tanstack/react-query';
import type { Shelf } from '#contract/shelf.ts';

/** The material an address opens. Put into the cache by the button that opens it; else the shelf is asked. */
export function openedMaterialQuery(shelf: Shelf, id: string) {
  return queryOptions({ queryKey: ['material', id], queryFn: () => shelf.findMaterial(id) });
}
