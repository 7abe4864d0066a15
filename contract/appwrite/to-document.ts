import { byKind, type Material, type MaterialAttributes, type MaterialKind } from '#domain/material.ts';
import { attributeNames, definitionOf, hasAttribute, wireNameOf } from '#domain/material-rules.ts';
import { api, type ContractIds } from '#contract/addresses.ts';
import { collectionOfKind } from '#contract/collections.ts';
import type { DocumentAttributes, DocumentKeys, FileAnswer, MaterialDocument } from '#contract/schemas/document.ts';

/** The common parts of all documents: the ids from the settings, and the origin of addresses. */
export type DocumentOrigin = { ids: ContractIds; publicUrl: string };

/** Returns the document of a material. */
export function toDocument(material: Material, { ids, publicUrl }: DocumentOrigin): MaterialDocument {
  const keys: DocumentKeys = {
    $id: material.id,
    $sequence: String(material.sequence),
    $databaseId: ids.databaseId,
    $collectionId: collectionOfKind[material.kind],
    $createdAt: material.createdAt,
    $updatedAt: material.updatedAt,
    $permissions: [...material.permissions],
  };
  const attributes = writeAttributes(material.kind, material, (fileId) => publicUrl + api.filePreview(ids, fileId));
  return Object.assign(keys, attributes);
}

/**
 * Writes attributes under their names in documents: those that the kind has and that are in `values`. Files are written
 * as addresses, which `addressOf` returns.
 */
export function writeAttributes(
  kind: MaterialKind,
  values: MaterialAttributes,
  addressOf: (fileId: string) => string,
): DocumentAttributes;
export function writeAttributes(
  kind: MaterialKind,
  values: Partial<MaterialAttributes>,
  addressOf: (fileId: string) => string,
): Partial<DocumentAttributes>;
export function writeAttributes(
  kind: MaterialKind,
  values: Partial<MaterialAttributes>,
  addressOf: (fileId: string) => string,
): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  for (const { name, wireName, isFile } of attributesWritten[kind]) {
    const value = values[name];
    if (value !== undefined) written[wireName] = isFile && typeof value === 'string' ? addressOf(value) : value;
  }
  return written;
}

const attributesWritten = byKind((kind) =>
  attributeNames
    .filter((name) => hasAttribute(kind, name))
    .map((name) => ({ name, wireName: wireNameOf(name), isFile: definitionOf(name).type === 'file' })),
);

/** Returns the document with only the selected attributes and the `$` keys. Null selects everything. */
export function selectAttributes(
  document: MaterialDocument,
  select: readonly string[] | null,
): Partial<MaterialDocument> {
  if (select === null) return document;
  return Object.fromEntries(Object.entries(document).filter(([name]) => name.startsWith('$') || select.includes(name)));
}

/** Returns a row for the TablesDB alias: it has `$tableId` instead of `$collectionId` and is otherwise the same. */
export function toRow(document: Partial<MaterialDocument>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(document).map(([name, value]) => [name === '$collectionId' ? '$tableId' : name, value]),
  );
}

/**
 * Returns the material of a document, as the inverse of `toDocument`, for the browser. `deletedAt` comes from the
 * trash's `$deletedAt`, if there is one. Throws an Error if the document has no address of a file.
 */
export function materialFromDocument(
  kind: MaterialKind,
  document: MaterialDocument & { $deletedAt?: string | null },
): Material {
  const attributes = readAttributes(kind, document);
  if (attributes.fileId === null) throw new Error(`document "${document.$id}" is not a material of this library`);
  return {
    ...attributes,
    fileId: attributes.fileId,
    id: document.$id,
    kind,
    sequence: Number(document.$sequence),
    createdAt: document.$createdAt,
    updatedAt: document.$updatedAt,
    permissions: document.$permissions,
    deletedAt: document.$deletedAt ?? null,
  };
}

/**
 * Returns the attributes of a document by their names in `Material`. Attributes that its kind does not have are null.
 */
function readAttributes(
  kind: MaterialKind,
  document: DocumentAttributes,
): Omit<MaterialAttributes, 'fileId'> & { fileId: string | null } {
  const sent = new Map<string, unknown>(Object.entries(document));
  const read = attributeNames.map((name) => {
    const value = hasAttribute(kind, name) ? (sent.get(wireNameOf(name)) ?? null) : null;
    const isFile = definitionOf(name).type === 'file' && typeof value === 'string';
    return [name, isFile ? fileIdOfAddress(value) : value] as const;
  });
  return Object.fromEntries<unknown>(read) as ReturnType<typeof readAttributes>;
}

/** Returns the file id in a preview, view or download address of any origin; null if there is none. */
export function fileIdOfAddress(address: string): string | null {
  const path = /^(?:https?:\/\/[^/?#]*)?(\/[^?#]*)/.exec(address)?.[1] ?? '';
  const id = /\/storage\/buckets\/[^/]+\/files\/([A-Za-z0-9][A-Za-z0-9._-]{0,35})\/(?:preview|view|download)$/.exec(
    path,
  )?.[1];
  return id ?? null;
}

/** A finished or pending file, from which a response is made. */
export type FileFacts = {
  id: string;
  name: string;
  folder: string;
  permissions: readonly string[];
  mimeType: string;
  sizeBytes: number;
  chunksTotal: number;
  chunksHeld: readonly number[];
  isFinished: boolean;
  sha256: string;
  warning: string | null;
  createdAt: string;
  updatedAt: string;
};

/**
 * Returns the response about a file. For a pending file, `chunksUploaded` counts the stored chunks, as in the response
 * to an upload; with `asPrefix`, it counts only those before the first missing one, where a client resumes. If all
 * chunks of a pending file are stored, joining them failed, e.g. on a full disk. The last one is then not counted, so
 * that the client sends it again, which retries joining.
 */
export function toFileAnswer(file: FileFacts, ids: ContractIds, { asPrefix = false } = {}): FileAnswer {
  const held = asPrefix ? Math.min(prefixLength(file.chunksHeld), file.chunksTotal - 1) : file.chunksHeld.length;
  return {
    $id: file.id,
    bucketId: ids.bucketId,
    $createdAt: file.createdAt,
    $updatedAt: file.updatedAt,
    $permissions: [...file.permissions],
    name: file.name,
    folder: file.folder,
    key: file.name,
    signature: file.isFinished ? file.sha256 : '',
    mimeType: file.isFinished ? file.mimeType : '',
    sizeOriginal: file.sizeBytes,
    sizeActual: file.isFinished ? file.sizeBytes : 0,
    chunksTotal: file.chunksTotal,
    chunksUploaded: file.isFinished ? file.chunksTotal : held,
    encryption: false,
    compression: 'none',
    warning: file.warning,
  };
}

/** Returns the number of chunks before the first gap. */
function prefixLength(chunksHeld: readonly number[]): number {
  const held = new Set(chunksHeld);
  let length = 0;
  while (held.has(length)) length += 1;
  return length;
}
