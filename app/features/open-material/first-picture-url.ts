import { api, type ContractIds } from '#contract/addresses.ts';
import type { Material } from '#domain/material.ts';

/**
 * The address of the picture that the reader shows before a document is open. Null if there is none: of an encrypted or
 * damaged file, whose pages could not be counted, and of an HTML paper.
 */
export function firstPictureUrl(ids: ContractIds, { fileType, pageCount, fileId }: Material): string | null {
  return fileType === 'text/html' || pageCount === null ? null : api.filePicture(ids, fileId, 640);
}
