import { queryOptions } from '@tanstack/react-query';
import type { Shelf } from '#contract/shelf.ts';

/** The material in the address. The button that opens it puts it into the cache; otherwise the shelf is asked. */
export function openedMaterialQuery(shelf: Shelf, id: string) {
  return queryOptions({ queryKey: ['material', id], queryFn: () => shelf.findMaterial(id) });
}
