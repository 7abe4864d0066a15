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
import type { Records } from '#server/engines/database/database.ts';
import type { Storage } from '#server/engines/storage/storage.ts';

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

/**
 * Throws Problem `document_invalid_structure` if the store does not have the bytes of a finished file in the sent
 * material, for example after a partial restore of a disk. `requireFiles` checks everything else about the files,
 * within the transaction, in which nothing may wait for a store.
 */
export async function requireBytes(
  { files }: Pick<Records, 'files'>,
  storage: Pick<Storage, 'find'>,
  sent: () => MaterialChange,
): Promise<void> {
  for (const fileId of sentFileIds(sent)) {
    if (!isIdentifier(fileId) || !(await files.find(fileId))?.isFinished) continue;
    if ((await storage.find(fileId)) === null)
      throw structureProblem(
        `The bytes of the file "${fileId}" are missing in the store of this library. Upload the file again`,
      );
  }
}

/**
 * Returns the ids of the files in the sent material. Returns none if it is invalid, which is reported where it is used.
 */
function sentFileIds(sent: () => MaterialChange): string[] {
  let draft: MaterialChange;
  try {
    draft = sent();
  } catch {
    return [];
  }
  return fileAttributes.map((name) => draft[name]).filter((fileId) => typeof fileId === 'string');
}

async function requireFile(records: Records, kind: MaterialKind, name: DraftAttribute, fileId: string): Promise<void> {
  const refuse = (reason: string) => structureProblem(`Attribute "${wireNameOf(name)}" has invalid format. ${reason}`);
  if (!isIdentifier(fileId)) throw refuse('Value must be the URL of a file stored in this library');
  const file = await records.files.find(fileId);
  if (!file?.isFinished)
    throw refuse(`The file "${fileId}" is not stored in this library, or its upload is not finished`);
  requireFileType(kind, name, file.mimeType);
}

/** Throws Problem `document_invalid_structure` unless the attribute of such a material accepts a file of that type. */
export function requireFileType(kind: MaterialKind, name: DraftAttribute, mimeType: string): void {
  const isCover = definitionOf(name).accepts === 'image';
  const fits = isCover ? mayBeCover(mimeType) : mayBeDocument(kind, mimeType);
  const words = isCover ? 'an image' : documentWords(kind);
  if (!fits)
    throw structureProblem(
      `Attribute "${wireNameOf(name)}" has invalid format. The file must be ${words}, but this one is ${mimeType}`,
    );
}
