import { z } from 'zod';
import type { AttributeDefinition, DraftAttribute, MaterialChange, MaterialKind } from './material.ts';
import { isSameTime } from './calendar.ts';
import { definitionOf, draftAttributes, findMissing, hasAttribute } from './material-rules.ts';
import { identifierForm } from './identifier.ts';
import { plainLine } from '#domain/text/plain-line.ts';

/**
 * The schemas of the attributes that administrators set. Separate from the definition, so that visitors' pages do not load zod.
 */

/**
 * Returns the schema of a value of the attribute; text is trimmed. A file is checked as an identifier. The caller handles null.
 */
export function attributeSchema(name: DraftAttribute): z.ZodType {
  return schemas[name];
}

/**
 * Returns the schema of a text that is safe to store and has at least one character. Trims the text; with `isLine`,
 * converts it to a plain line.
 */
function textSchema({ maxLength, isLine, pattern }: AttributeDefinition): z.ZodType {
  const safe = z.string().refine((sent) => !sent.includes('\0') && sent.isWellFormed());
  const text = (isLine ? safe.overwrite(plainLine) : safe.trim()).min(1);
  const bounded = maxLength === undefined ? text : text.max(maxLength);
  return pattern ? bounded.regex(pattern.form) : bounded;
}

function schemaOf(definition: AttributeDefinition): z.ZodType {
  const { type, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = definition;
  if (type === 'string') return textSchema(definition);
  if (type === 'integer') return z.int().min(min).max(max);
  if (type === 'boolean') return z.boolean();
  if (type === 'file') return z.string().regex(identifierForm);
  return z.iso.datetime({ offset: true });
}

const schemas = Object.fromEntries(draftAttributes.map((name) => [name, schemaOf(definitionOf(name))])) as Record<
  DraftAttribute,
  z.ZodType
>;

/** `missing`: required and absent. `format`: of the right type, but not an allowed value. `type`: anything else. */
export type AttributeFault = 'missing' | 'format' | 'type';

/** Returns the fault of a value of the attribute, or null. */
export function findFault(name: DraftAttribute, value: unknown): Exclude<AttributeFault, 'missing'> | null {
  if (schemas[name].safeParse(value).success) return null;
  const { type, pattern } = definitionOf(name);
  const isOutOfRange = type === 'integer' && Number.isSafeInteger(value);
  const isMisspelt = pattern !== undefined && typeof value === 'string';
  return isOutOfRange || isMisspelt ? 'format' : 'type';
}

/**
 * Returns the faults of a draft that may be incomplete, by attribute, for the form. An empty value counts as missing if
 * the kind requires the attribute, otherwise as null. Ignores attributes that the kind does not have.
 */
export function findDraftFaults(
  kind: MaterialKind,
  draft: MaterialChange,
): Partial<Record<DraftAttribute, AttributeFault>> {
  const missing = findMissing(kind, draft);
  const faults: Partial<Record<DraftAttribute, AttributeFault>> = {};
  for (const name of draftAttributes) {
    const value = draft[name];
    if (missing.includes(name)) faults[name] = 'missing';
    else if (hasAttribute(kind, name) && value !== undefined && value !== null && value !== '') {
      const fault = findFault(name, value);
      if (fault) faults[name] = fault;
    }
  }
  const { year = null, yearBs = null } = draft;
  if (!faults.year && !faults.yearBs && !isSameTime({ year, yearBs })) faults.yearBs = 'format';
  return faults;
}
