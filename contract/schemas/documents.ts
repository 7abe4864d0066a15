import { z } from 'zod';
import { plainLine } from '#domain/plain-line.ts';
import { materialKinds, materialLimits, type MaterialKind } from '#domain/material.ts';
import { attributesOfKind, collectionOfKind, type Attribute } from '#contract/collections.ts';
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
} from './values.ts';

/** Documents and rows on the wire (contract section 3). */

const collection = z.enum(materialKinds.map((kind) => collectionOfKind[kind]));

const builtIn = {
  $id: identifier,
  $sequence: z.string().regex(/^\d+$/).meta({ description: 'Increases with every new document; never reused.' }),
  $databaseId: z.string(),
  $collectionId: collection,
  $createdAt: moment,
  $updatedAt: moment,
  $permissions: permissions,
};

const attributes = {
  subject: z.string(),
  title: z.string(),
  year: z.int().nullable().meta({ description: 'Of the exam; always set for papers.' }),
  facultyId: z.string(),
  semesterId: z.string(),
  downloadUrl: z.url().meta({ description: 'The file itself.' }),
  uploadedAt: moment,
  fileType: z.string().meta({ description: '`application/pdf`, or `text/html` for some papers.' }),
  fileSize: z.int().min(0).meta({ description: 'In bytes.' }),
  pageCount: z
    .int()
    .min(1)
    .nullable()
    .meta({ description: 'Null for web pages, and for PDFs that are locked or damaged.' }),
  isSample: z.boolean(),
  coverImageUrl: z.url().nullable().optional().meta({ description: 'Books only.' }),
};

const { $collectionId: $tableId, ...builtInOfRows } = builtIn;
const rowBuiltIn = { ...builtInOfRows, $tableId };

/** A document of the contract: seven `$` keys and every declared attribute. */
export const document = z.object({ ...builtIn, ...attributes }).meta({ id: 'Document' });

const selected = z.object(attributes).partial().shape;

/** A document of which some attributes were selected; the `$` keys always stay. */
const selectedDocument = z
  .object({ ...builtIn, ...selected })
  .meta({ id: 'SelectedDocument', description: 'A document; under `select` only the attributes that were named.' });

const row = z.object({ ...rowBuiltIn, ...attributes }).meta({ id: 'Row' });

const selectedRow = z
  .object({ ...rowBuiltIn, ...selected })
  .meta({ id: 'SelectedRow', description: 'A row; under `select` only the attributes that were named.' });

/** Whole as long as nothing was selected. */
const documentOrSelected = z.union([document, selectedDocument]);

export const documentList = z.object({ total, documents: z.array(documentOrSelected) }).meta({ id: 'DocumentList' });
const rowOrSelected = z.union([row, selectedRow]);
const rowList = z.object({ total, rows: z.array(rowOrSelected) }).meta({ id: 'RowList' });

export const documentAnswers = { whole: document, one: documentOrSelected, list: documentList };
export const rowAnswers = { whole: row, one: rowOrSelected, list: rowList };

/** What may stand for an attribute that is sent; `checkMaterial` asks this very schema (contract 3.5). */
export function attributeSchema({ name, type }: Attribute): z.ZodType {
  if (type === 'integer') return z.int().min(materialLimits.minYear).max(materialLimits.maxYear);
  if (type === 'url')
    return z.string().meta({ format: 'uri-reference', description: 'The address of a file stored here.' });
  const text = z.string().refine((sent) => !sent.includes('\0') && sent.isWellFormed());
  // Titles are shown to everybody; the other texts must be names of the catalogue anyway.
  if (name === 'title') return text.overwrite(plainLine).min(1).max(materialLimits.titleLength);
  return text.trim().min(1).max(materialLimits.textLength);
}

/** What comes with a document that was read and is dropped when it is sent back whole (contract 3.1). */
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
 * The `data` of a document of that kind, to be made or to be changed. What is given out only may be sent back and is
 * dropped; anything that is not named here is refused.
 */
export function sentMaterialSchema(kind: MaterialKind, purpose: 'new' | 'changed'): z.ZodType {
  const attributes = attributesOfKind[kind].map((attribute) => {
    if (attribute.isGivenOut) return [attribute.name, dropped] as const;
    const schema = attributeSchema(attribute);
    if (!attribute.isRequired) return [attribute.name, schema.nullish()] as const;
    return [attribute.name, purpose === 'new' ? schema : schema.optional()] as const;
  });
  const keys = serverKeys.map((name) => [name, dropped] as const);
  return z.strictObject(Object.fromEntries<z.ZodType>([...attributes, ...keys]));
}

/** The names under which `/v1/openapi.json` describes what documents are made from and changed with. */
export const sentMaterialNames: Record<'new' | 'changed', Record<MaterialKind, string>> = {
  new: { paper: 'NewPaper', note: 'NewNote', revision: 'NewRevision', book: 'NewBook' },
  changed: { paper: 'ChangedPaper', note: 'ChangedNote', revision: 'ChangedRevision', book: 'ChangedBook' },
};

const namedSchemas = (purpose: 'new' | 'changed') =>
  materialKinds.map((kind) => ({ $ref: `#/components/schemas/${sentMaterialNames[purpose][kind]}` }));

const dataRule = 'must be a JSON object.';

/**
 * `data` as an object, undefined when none was sent. A JSON string of an object will do (contract 3.1). It is handed on
 * untouched: a record's schema would drop the key `__proto__`, and what is unknown must be refused.
 */
const data = z.preprocess(readData, z.unknown().refine(isObjectOrNothing, dataRule)).meta({
  description: 'The attributes, as an object or as the JSON text of one. The server’s own keys are dropped.',
  anyOf: [...namedSchemas('new'), { type: 'string' }],
});

/** `data` of a change: every attribute may stay away. */
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
  // PHP and its kin write an empty object as an empty array.
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
  ttl: z.string().optional().meta({ type: 'integer', description: 'Looked past: nothing is kept for so long.' }),
});
export const getDocumentQuery = z.object({ queries, transactionId });
export const newDocument = z.object({ documentId: newIdentifier, ...made });
export const newRow = z.object({ rowId: newIdentifier, ...made });
export const changedDocument = z.object({ data: change, permissions: sentPermissions, transactionId });
/** An increment or decrement: by 1 unless `value` says otherwise, never beyond the bound. */
const by = z.int().min(1).nullish().meta({ description: 'By how much; 1 by default.' });
const bound = z.int().nullish();
export const incremented = z.object({ value: by, max: bound, transactionId });
export const decremented = z.object({ value: by, min: bound, transactionId });
export const removedDocument = z.object({ transactionId });
