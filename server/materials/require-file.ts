import { structureProblem } from '#contract/attribute-faults.ts';
import { isIdentifier } from '#domain/identifier.ts';
import {
  draftAttributes,
  definitionOf,
  documentWords,
  mayBeCover,
  mayBeDocument,
  wireNameOf,
} from '#domain/material-rules.ts';
import type { DraftAttribute, MaterialChange, MaterialKind } from '#domain/material.ts';
import type { Records } from '#server/database/database.ts';

const fileAttributes = draftAttributes.filter((name) => definitionOf(name).type === 'file');

/**
 * Throws Problem `document_invalid_structure` unless every file in the draft is finished and of a type that its attribute
 * accepts.
 */
export async function requireFiles(records: Records, kind: MaterialKind, draft: MaterialChange): Promise<void> {
  for (const name of fileAttributes) {
    const fileId = draft[name];
    if (typeof fileId === 'string') await requireFile(records, kind, name, fileId);
  }
}

async function requireFile(records: Records, kind: MaterialKind, name: DraftAttribute, fileId: string): Promise<void> {
  const refuse = (reason: string) => structureProblem(`Attribute "${wireNameOf(name)}" has invalid format. ${reason}`);
  if (!isIdentifier(fileId)) throw refuse('Value must be the URL of a file stored in this library');
  const file = await records.files.find(fileId);
  if (!file?.isFinished)
    throw refuse(`The file "${fileId}" is not stored in this library, or its upload is not finished`);
  const isCover = definitionOf(name).accepts === 'image';
  const fits = isCover ? mayBeCover(file.mimeType) : mayBeDocument(kind, file.mimeType);
  const words = isCover ? 'an image' : documentWords(kind);
  if (!fits) throw refuse(`The file must be ${words}, but this one is ${file.mimeType}`);
}
