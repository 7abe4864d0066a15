import type { MaterialKind } from '#domain/material.ts';
import type { Records } from '#server/database/database.ts';
import { structureProblem } from './check-material.ts';
import { readFileUrl, type OwnAddresses } from './read-file-url.ts';

/** The id of the finished file a downloadUrl names, if a material of the kind may be it. Throws Problem `document_invalid_structure`. */
export function findDocumentFile(
  records: Records,
  own: OwnAddresses,
  kind: MaterialKind,
  url: string,
): Promise<string> {
  return findFile(records, own, 'downloadUrl', url, documentRules[kind]);
}

/** The id of the finished picture a coverImageUrl names. Throws Problem `document_invalid_structure`. */
export function findCoverFile(records: Records, own: OwnAddresses, url: string): Promise<string> {
  return findFile(records, own, 'coverImageUrl', url, coverRule);
}

type FileRule = { fits(mimeType: string): boolean; words: string };

const pdf: FileRule = { fits: (type) => type === 'application/pdf', words: 'a PDF file' };

/** Which files a material of a kind may be (design decision 6). */
const documentRules: Record<MaterialKind, FileRule> = {
  paper: { fits: (type) => pdf.fits(type) || type === 'text/html', words: 'a PDF or HTML file' },
  note: pdf,
  revision: pdf,
  book: pdf,
};

const coverRule: FileRule = { fits: (type) => type.startsWith('image/'), words: 'an image' };

/** The finished file of our own bucket that the URL names. Throws Problem `document_invalid_structure`. */
async function findFile(
  records: Records,
  own: OwnAddresses,
  attribute: string,
  url: string,
  rule: FileRule,
): Promise<string> {
  const refuse = (reason: string) => structureProblem(`Attribute "${attribute}" has invalid format. ${reason}`);
  const fileId = readFileUrl(url, own);
  if (fileId === null) throw refuse('Value must be the URL of a file stored in this library');
  const file = await records.files.find(fileId);
  if (!file?.isFinished)
    throw refuse(`The file "${fileId}" is not stored in this library, or its upload is not finished`);
  if (!rule.fits(file.mimeType)) throw refuse(`The file must be ${rule.words}, but this one is ${file.mimeType}`);
  return fileId;
}
