import { queryOptions } from '@tanstack/react-query';
import { api, type ContractIds } from '#contract/addresses.ts';
import type { Shelf } from '#contract/shelf.ts';
import type { Material } from '#domain/material.ts';

/**
 * Returns the query for the material in the address. The button that opens it puts it into the cache; otherwise it is requested
 * from the shelf.
 */
export function openedMaterialQuery(shelf: Shelf, id: string) {
  return queryOptions({ queryKey: ['material', id], queryFn: () => shelf.findMaterial(id) });
}

/**
 * Returns the address of the picture that the reader shows before a document is open. Null if there is none: for an encrypted or
 * damaged file, whose pages could not be counted, and for an HTML paper.
 */
export function firstPictureUrl(ids: ContractIds, { fileType, pageCount, fileId }: Material): string | null {
  return fileType === 'text/html' || pageCount === null ? null : api.filePicture(ids, fileId, 640);
}
