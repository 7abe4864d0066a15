import { describeFault } from '#contract/attribute-faults.ts';
import { Problem } from '#contract/problems.ts';
import { sentAttributeSchema, serverKeys } from '#contract/schemas/documents.ts';
import { findFaculty, findTerm, type Catalogue } from '#domain/catalogue.ts';
import type { DraftAttribute, MaterialKind } from '#domain/material.ts';
import {
  attributeNames,
  hasAttribute,
  isDraftAttribute,
  requiresAttribute,
  wireNameOf,
} from '#domain/material-rules.ts';

/** What was sent of a material once its structure is known to be right. Absent means: not sent. */
export type MaterialData = {
  title?: string;
  subject?: string;
  facultyId?: string;
  semesterId?: string;
  year?: number | null;
  downloadUrl?: string;
  coverImageUrl?: string | null;
};

export type NewMaterialData = Required<Omit<MaterialData, 'year' | 'coverImageUrl'>> & {
  year: number | null;
  coverImageUrl: string | null;
};

/** The problem of contract 3.5, in its words. */
export function structureProblem(reason: string): Problem {
  return new Problem('document_invalid_structure', `Invalid document structure: ${reason}`);
}

/**
 * Checks what was sent to make a material (contract 3.5): nothing required missing, nothing unknown, every type and
 * length right; nothing is coerced, text is trimmed. Keys of the server's own making are dropped. Throws Problem
 * `document_missing_data`, `document_invalid_structure`, or `general_argument_invalid` for what is no object at all.
 */
export function checkNewMaterial(kind: MaterialKind, sent: unknown): NewMaterialData {
  const fields = readData(sent);
  if (fields.size === 0) {
    throw new Problem('document_missing_data', 'The document data is missing. Try again with document data populated');
  }
  const data = checkFields(kind, fields, 'all');
  const { title, subject, facultyId, semesterId, downloadUrl, year = null, coverImageUrl = null } = data;
  if (
    title === undefined ||
    subject === undefined ||
    facultyId === undefined ||
    semesterId === undefined ||
    downloadUrl === undefined
  ) {
    throw structureProblem('Missing required attribute');
  }
  return { title, subject, facultyId, semesterId, downloadUrl, year, coverImageUrl };
}

/** Checks what was sent to change a material, as `checkNewMaterial` does; nothing sent is `document_missing_payload`. */
export function checkMaterialChange(kind: MaterialKind, sent: unknown): MaterialData {
  const fields = readData(sent);
  if (fields.size === 0) {
    throw new Problem(
      'document_missing_payload',
      'The document data and permissions are missing. You must provide either document data or permissions to be updated.',
    );
  }
  return checkFields(kind, fields, 'sent');
}

/** Throws Problem `document_invalid_structure` unless the catalogue has the place; says what it offers instead. */
export function checkPlace(
  catalogue: Catalogue,
  place: { facultyId: string; semesterId: string; subject: string },
): void {
  const refuse = (name: string, value: string, where: string, offered: readonly string[]) =>
    structureProblem(
      `Attribute "${name}" has invalid format. ${JSON.stringify(value)} is not in ${where}. Choose one of: ${offered.join(', ')}`,
    );
  const faculty = findFaculty(catalogue, place.facultyId);
  if (!faculty) {
    const offered = catalogue.faculties.map(({ id }) => id);
    throw refuse('facultyId', place.facultyId, 'the catalogue', offered);
  }
  const term = findTerm(faculty, place.semesterId);
  if (!term) {
    const offered = faculty.terms.map(({ id }) => id);
    throw refuse('semesterId', place.semesterId, faculty.name, offered);
  }
  const offered = term.subjects.map(({ name }) => name);
  if (!offered.includes(place.subject))
    throw refuse('subject', place.subject, `${term.name} of ${faculty.name}`, offered);
}

/** The sent object as entries; a JSON string of one will do (contract 3.1). Nothing sent is no entries. */
function readData(sent: unknown): Map<string, unknown> {
  const data = typeof sent === 'string' && sent.trim() !== '' ? parseJson(sent) : sent;
  if (data === undefined || data === null || data === '') return new Map();
  if (Array.isArray(data) && data.length === 0) return new Map();
  if (typeof data !== 'object' || Array.isArray(data)) throw notAnObject();
  return new Map(Object.entries(data));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notAnObject(cause);
  }
}

function notAnObject(cause?: unknown): Problem {
  return new Problem('general_argument_invalid', 'Invalid `data` param: Value must be a valid JSON object', { cause });
}

/** Anything else that begins with `$` is unknown. */
const ownKeys = new Set<string>(serverKeys);

function checkFields(kind: MaterialKind, fields: Map<string, unknown>, required: 'all' | 'sent'): MaterialData {
  const names = attributeNames.filter((name) => hasAttribute(kind, name));
  for (const name of names.filter(isDraftAttribute)) {
    const wireName = wireNameOf(name);
    if (!requiresAttribute(kind, name) || (required === 'sent' && !fields.has(wireName))) continue;
    if (fields.get(wireName) === undefined || fields.get(wireName) === null) {
      throw structureProblem(`Missing required attribute "${wireName}"`);
    }
  }
  const checked: [string, unknown][] = [];
  for (const [wireName, value] of fields) {
    if (ownKeys.has(wireName)) continue;
    const name = names.find((each) => wireNameOf(each) === wireName);
    if (!name) throw structureProblem(`Unknown attribute: "${wireName}"`);
    if (isDraftAttribute(name)) checked.push([wireName, checkValue(name, value)]);
  }
  return Object.fromEntries(checked);
}

/** What the attribute is checked with is also what describes it (contract/schemas/documents.ts). */
function checkValue(name: DraftAttribute, value: unknown): unknown {
  if (value === null) return null;
  const parsed = sentAttributeSchema(name).safeParse(value);
  if (parsed.success) return parsed.data;
  throw structureProblem(describeFault(name, value));
}
