import { z } from 'zod';
import { materialKinds, type AttributeName, type DraftAttribute, type MaterialKind } from '#domain/material.ts';
import {
  attributeNames,
  definitionOf,
  hasAttribute,
  isDraftAttribute,
  requiresAttribute,
  wireNameOf,
} from '#domain/material-rules.ts';
import { attributeSchema } from '#domain/material-schema.ts';
import { collectionOfKind } from '#contract/collections.ts';
import type { DocumentAttributes, DocumentKeys } from './document.ts';
import {
  identifier,
  moment,
  newIdentifier,
  permissions,
  queries,
  sentPermissions,
  total,
  transactionId,
  wantsTotal,
} from './value-schemas.ts';

/** The schemas of documents and rows. */

const collection = z.enum(materialKinds.map((kind) => collectionOfKind[kind]));

/** A schema for each key of an object. */
type ShapeOf<Fields> = {
  [Name in keyof Fields]-?: undefined extends Fields[Name]
    ? z.ZodOptional<z.ZodType<Exclude<Fields[Name], undefined>>>
    : z.ZodType<Fields[Name]>;
};

const builtIn: ShapeOf<DocumentKeys> = {
  $id: identifier,
  $sequence: z.string().regex(/^\d+$/).meta({ description: 'Increases with every new document; never reused.' }),
  $databaseId: z.string(),
  $collectionId: collection,
  $createdAt: moment,
  $updatedAt: moment,
  $permissions: permissions,
};

/** Descriptions of attributes in the description of the API (Markdown); here, because pages don't need them. */
const attributeDescriptions: Partial<Record<AttributeName, string>> = {
  year: 'Of the exam; always set for papers.',
  fileId: 'The file itself.',
  fileType: '`application/pdf`, or `text/html` for some papers.',
  fileSize: 'In bytes.',
  pageCount: 'Null for web pages, and for PDFs that are locked or damaged.',
  coverFileId: 'Books only.',
  yearBs:
    'Of the exam in Bikram Sambat, if it is known. It begins in the middle of April: 2079 goes with a `year` of 2022 or 2023.',
  filePassword: 'Opens a locked PDF. Readers see it; it must open the file.',
  filePasswordNote: 'For readers.',
};

const attributes = Object.fromEntries(
  attributeNames.map((name) => [wireNameOf(name), answerSchema(name)]),
) as ShapeOf<DocumentAttributes>;

/** Returns the schema of an attribute in responses. */
function answerSchema(name: AttributeName): z.ZodType {
  const { kinds, requiredFor } = definitionOf(name);
  const description = attributeDescriptions[name];
  const isNullable = requiredFor.length < materialKinds.length;
  const isOptional = kinds.length < materialKinds.length;
  const value = answerValue(name);
  const orNull = isNullable ? value.nullable() : value;
  const orAbsent = isOptional ? orNull.optional() : orNull;
  return description === undefined ? orAbsent : orAbsent.meta({ description });
}

function answerValue(name: AttributeName): z.ZodType {
  const { type, min, isWritable } = definitionOf(name);
  if (type === 'integer') return min === undefined || isWritable ? z.int() : z.int().min(min);
  if (type === 'boolean') return z.boolean();
  if (type === 'datetime') return moment;
  return type === 'file' ? z.url() : z.string();
}

const { $collectionId: $tableId, ...builtInOfRows } = builtIn;
const rowBuiltIn = { ...builtInOfRows, $tableId };

/** A document: seven `$` keys and every declared attribute. */
export const document = z.object({ ...builtIn, ...attributes }).meta({ id: 'Document' });

const selected = z.object(attributes).partial().shape;

/** A document with selected attributes. It always has the `$` keys. */
const selectedDocument = z
  .object({ ...builtIn, ...selected })
  .meta({ id: 'SelectedDocument', description: 'A document; under `select` only the attributes that were named.' });

const row = z.object({ ...rowBuiltIn, ...attributes }).meta({ id: 'Row' });

const selectedRow = z
  .object({ ...rowBuiltIn, ...selected })
  .meta({ id: 'SelectedRow', description: 'A row; under `select` only the attributes that were named.' });

/** The whole document, unless attributes were selected. */
const documentOrSelected = z.union([document, selectedDocument]);

export const documentList = z.object({ total, documents: z.array(documentOrSelected) }).meta({ id: 'DocumentList' });
const rowOrSelected = z.union([row, selectedRow]);
const rowList = z.object({ total, rows: z.array(rowOrSelected) }).meta({ id: 'RowList' });

export const documentAnswers = { whole: document, one: documentOrSelected, list: documentList };
export const rowAnswers = { whole: row, one: rowOrSelected, list: rowList };

/** Returns the schema of an attribute in requests. A file is named by its address, under any origin of the library. */
export function sentAttributeSchema(name: DraftAttribute): z.ZodType {
  if (definitionOf(name).type !== 'file') return attributeSchema(name);
  return z.string().meta({ format: 'uri-reference', description: 'The address of a file stored here.' });
}

/** Keys of a document that are ignored if a client sends them back. */
export const serverKeys = [
  '$id',
  '$sequence',
  '$databaseId',
  '$collectionId',
  '$tableId',
  '$createdAt',
  '$updatedAt',
  '$permissions',
  '$deletedAt',
] as const;

const dropped = z.unknown().optional().meta({ readOnly: true });

/**
 * Returns the schema of the `data` of a document of that kind, to be created or changed. Clients may send read-only
 * attributes back, which are ignored; unknown ones are refused.
 */
export function sentMaterialSchema(kind: MaterialKind, purpose: 'new' | 'changed'): z.ZodType {
  const attributes = attributeNames
    .filter((name) => hasAttribute(kind, name))
    .map((name) => [wireNameOf(name), sentSchema(kind, name, purpose)] as const);
  const keys = serverKeys.map((name) => [name, dropped] as const);
  return z.strictObject(Object.fromEntries<z.ZodType>([...attributes, ...keys]));
}

function sentSchema(kind: MaterialKind, name: AttributeName, purpose: 'new' | 'changed'): z.ZodType {
  if (!isDraftAttribute(name)) return dropped;
  const schema = sentAttributeSchema(name);
  if (!requiresAttribute(kind, name)) return schema.nullish();
  return purpose === 'new' ? schema : schema.optional();
}

/** Returns the name under which `/v1/openapi.json` describes the data of a new or changed document of a kind: `NewPaper`. */
export function sentMaterialName(kind: MaterialKind, purpose: 'new' | 'changed'): string {
  const kindName = kind.charAt(0).toUpperCase() + kind.slice(1);
  return (purpose === 'new' ? 'New' : 'Changed') + kindName;
}

const namedSchemas = (purpose: 'new' | 'changed') =>
  materialKinds.map((kind) => ({ $ref: `#/components/schemas/${sentMaterialName(kind, purpose)}` }));

const dataRule = 'must be a JSON object.';

/**
 * `data` as an object; undefined if none was sent. A JSON string of an object is accepted too. The object is passed on
 * unchanged: the schema of a record would drop the key `__proto__`, but unknown keys must be refused.
 */
const data = z.preprocess(readData, z.unknown().refine(isObjectOrNothing, dataRule)).meta({
  description: 'The attributes, as an object or as the JSON text of one. The server’s own keys are dropped.',
  anyOf: [...namedSchemas('new'), { type: 'string' }],
});

/** `data` of a change: every attribute is optional. */
const change = data.meta({
  description: 'The attributes to change, as an object or as the JSON text of one. The server’s own keys are dropped.',
  anyOf: [...namedSchemas('changed'), { type: 'string' }, { type: 'null' }],
});

function isObjectOrNothing(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value));
}

function readData(sent: unknown): unknown {
  if (sent === undefined || sent === null || sent === '') return undefined;
  if (typeof sent === 'string') return parseJson(sent);
  // Some languages, such as PHP, write an empty object as an empty array.
  return Array.isArray(sent) && sent.length === 0 ? {} : sent;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const made = { data, permissions: sentPermissions, transactionId };

export const listDocumentsQuery = z.object({
  queries,
  total: wantsTotal,
  transactionId,
  ttl: z.string().optional().meta({ type: 'integer', description: 'Ignored.' }),
});
export const getDocumentQuery = z.object({ queries, transactionId });
export const newDocument = z.object({ documentId: newIdentifier, ...made });
export const newRow = z.object({ rowId: newIdentifier, ...made });
export const changedDocument = z.object({ data: change, permissions: sentPermissions, transactionId });
/** An increment or decrement: by 1 or by `value`, never beyond the bound. */
const by = z.int().min(1).nullish().meta({ description: 'Amount; 1 by default.' });
const bound = z.int().nullish();
export const incremented = z.object({ value: by, max: bound, transactionId });
export const decremented = z.object({ value: by, min: bound, transactionId });
export const removedDocument = z.object({ transactionId });
