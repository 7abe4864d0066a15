import { api, type ContractIds } from '#contract/addresses.ts';
import { describeFault, structureProblem } from '#contract/attribute-faults.ts';
import { Problem } from '#contract/problems.ts';
import { sentAttributeSchema, serverKeys } from '#contract/schemas/document-schemas.ts';
import { isIdentifier } from '#domain/identifier.ts';
import {
  attributeNames,
  completeDraft,
  definitionOf,
  hasAttribute,
  isComplete,
  isDraftAttribute,
  requiresAttribute,
  wireNameOf,
} from '#domain/material-rules.ts';
import type { DraftAttribute, MaterialChange, MaterialDraft, MaterialKind } from '#domain/material.ts';

/** Our own addresses: those below these origins, of this project's one bucket. */
type OwnAddresses = { origins: readonly string[]; ids: ContractIds };

/**
 * Returns the id of the stored file that a download, view or preview address names; null if it is not the address of a
 * file of this library. Does not check whether the file exists. An address may be relative to our origin if it starts
 * with a slash.
 */
export function readFileUrl(value: string, { origins, ids }: OwnAddresses): string | null {
  const [base] = origins;
  if (base === undefined || !/^(https?:\/\/|\/(?![/\\]))/i.test(value) || !URL.canParse(value, base)) return null;
  const url = new URL(value, base);
  if (!origins.includes(url.origin) || url.username !== '' || url.password !== '') return null;
  const files = `${api.files(ids)}/`;
  if (!url.pathname.startsWith(files)) return null;
  const [id, action, ...rest] = url.pathname.slice(files.length).split('/');
  if (id === undefined || action === undefined || rest.length > 0 || !actions.has(action)) return null;
  const project = url.searchParams.get('project');
  if (project !== null && project !== ids.projectId) return null;
  // Identifiers have no characters that must be encoded, but some clients encode them anyway.
  const fileId = decode(id);
  return isIdentifier(fileId) ? fileId : null;
}

const actions = new Set(['download', 'view', 'preview']);

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * Reads the `data` of a new document: nothing required missing, nothing unknown, every type and length right; nothing is
 * coerced, text is trimmed. The server's own keys are dropped. An address that is not one of this library's files becomes
 * an id that no file has, which the service refuses. Throws Problem `document_missing_data` or
 * `document_invalid_structure`.
 */
export function readDraft(kind: MaterialKind, data: unknown, own: OwnAddresses): MaterialDraft {
  const fields = fieldsOf(data);
  if (fields.size === 0) {
    throw new Problem('document_missing_data', 'The document data is missing. Try again with document data populated');
  }
  const draft = readFields(kind, fields, 'all', own);
  if (!isComplete(kind, draft)) throw structureProblem('Missing required attribute');
  return completeDraft(draft);
}

/** Reads the `data` of a change, as `readDraft` does; empty data is `document_missing_payload`. */
export function readChange(kind: MaterialKind, data: unknown, own: OwnAddresses): MaterialChange {
  const fields = fieldsOf(data);
  if (fields.size === 0) {
    throw new Problem(
      'document_missing_payload',
      'The document data and permissions are missing. You must provide either document data or permissions to be updated.',
    );
  }
  return readFields(kind, fields, 'sent', own);
}

/** Returns the entries of an object or nothing, as the route's schema has checked; so `__proto__` is an ordinary name. */
function fieldsOf(data: unknown): Map<string, unknown> {
  return new Map(Object.entries(data ?? {}));
}

/** Any other key that begins with `$` is unknown. */
const ownKeys = new Set<string>(serverKeys);

function readFields(
  kind: MaterialKind,
  fields: Map<string, unknown>,
  required: 'all' | 'sent',
  own: OwnAddresses,
): MaterialChange {
  const names = attributeNames.filter((name) => hasAttribute(kind, name));
  for (const name of names.filter(isDraftAttribute)) {
    const wireName = wireNameOf(name);
    if (!requiresAttribute(kind, name) || (required === 'sent' && !fields.has(wireName))) continue;
    if (fields.get(wireName) === undefined || fields.get(wireName) === null) {
      throw structureProblem(`Missing required attribute "${wireName}"`);
    }
  }
  const read: [string, unknown][] = [];
  for (const [wireName, value] of fields) {
    if (ownKeys.has(wireName)) continue;
    const name = names.find((each) => wireNameOf(each) === wireName);
    if (!name) throw structureProblem(`Unknown attribute: "${wireName}"`);
    if (isDraftAttribute(name)) read.push([name, readValue(name, value, own)]);
  }
  return Object.fromEntries(read);
}

/** Reads a value. The schema that checks it is also the one in the description of the interface. */
function readValue(name: DraftAttribute, value: unknown, own: OwnAddresses): unknown {
  if (value === null) return null;
  const parsed = sentAttributeSchema(name).safeParse(value);
  if (!parsed.success) throw structureProblem(describeFault(name, value));
  return definitionOf(name).type === 'file' ? (readFileUrl(String(parsed.data), own) ?? noFile) : parsed.data;
}

/** No file has this id. */
const noFile = '?';
