import {
  byKind,
  kindDefinitions,
  materialAttributes,
  type AttributeDefinition,
  type AttributeName,
  type CountableAttribute,
  type DraftAttribute,
  type IncompleteDraft,
  type MaterialChange,
  type MaterialDraft,
  type MaterialKind,
} from './material.ts';

/**
 * Rules that can be derived from the definition of a material, without checking values (material-schema.ts checks
 * them).
 */

/** Returns a count of zero for every kind. */
export function noneOfAnyKind(): Record<MaterialKind, number> {
  return byKind(() => 0);
}

/** Every attribute, in the order of documents. */
export const attributeNames = Object.keys(materialAttributes) as AttributeName[];

/** The attributes that administrators set. */
export const draftAttributes = attributeNames.filter(isDraftAttribute);

export function isDraftAttribute(name: AttributeName): name is DraftAttribute {
  return materialAttributes[name].isWritable;
}

/** Returns the definition of an attribute, with its optional properties. */
export function definitionOf(name: AttributeName): AttributeDefinition {
  return materialAttributes[name];
}

/** True if materials of the kind have the attribute. Only books have covers. */
export function hasAttribute(kind: MaterialKind, name: AttributeName): boolean {
  return definitionOf(name).kinds.includes(kind);
}

/** True if the attribute always has a value in materials of this kind. Only papers need a year. */
export function requiresAttribute(kind: MaterialKind, name: AttributeName): boolean {
  return definitionOf(name).requiredFor.includes(kind);
}

/** True if the attribute is a number that can be incremented and decremented. */
export function isCountable(name: DraftAttribute): name is CountableAttribute {
  return definitionOf(name).type === 'integer';
}

/** Returns the attribute's name in documents and rows. */
export function wireNameOf(name: AttributeName): string {
  return definitionOf(name).wireName ?? name;
}

/** Returns the whole draft, with null for absent values. */
export function completeDraft(draft: IncompleteDraft): MaterialDraft {
  return Object.fromEntries<unknown>(draftAttributes.map((name) => [name, draft[name] ?? null])) as MaterialDraft;
}

/** True if every attribute that the kind requires is present. */
export function isComplete(kind: MaterialKind, draft: MaterialChange): draft is IncompleteDraft {
  return draftAttributes.every((name) => !requiresAttribute(kind, name) || (draft[name] ?? null) !== null);
}

/** Returns the required attributes that are missing or null, in the definition's order; an empty text counts as missing. */
export function findMissing(kind: MaterialKind, draft: { [Name in DraftAttribute]?: unknown }): DraftAttribute[] {
  return draftAttributes.filter((name) => {
    const value = draft[name];
    const isMissing = value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
    return isMissing && requiresAttribute(kind, name);
  });
}

/** True if a stored file of that media type may be the document of a material of this kind. */
export function mayBeDocument(kind: MaterialKind, mediaType: string): boolean {
  return kindDefinitions[kind].documentTypes.some((type) => type === mediaType);
}

/** True if materials of this kind may be web pages. Only papers may. */
export function mayBeWebPage(kind: MaterialKind): boolean {
  return mayBeDocument(kind, 'text/html');
}

/** True if a stored file of that media type may be a cover. */
export function mayBeCover(mediaType: string): boolean {
  // Browsers show no HEIC.
  return mediaType.startsWith('image/') && mediaType !== 'image/heic';
}

/** Returns the allowed documents of the kind in words: `a PDF file`, `a PDF or HTML file`. */
export function documentWords(kind: MaterialKind): string {
  return `a ${kindDefinitions[kind].documentTypes.map((type) => typeNames[type]).join(' or ')} file`;
}

const typeNames = { 'application/pdf': 'PDF', 'text/html': 'HTML' };
