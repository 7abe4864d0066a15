import {
  documentTypesOfKind,
  materialAttributes,
  materialKinds,
  type AttributeDefinition,
  type AttributeName,
  type DraftAttribute,
  type MaterialChange,
  type MaterialDraft,
  type MaterialKind,
} from './material.ts';

/** What follows from the definition of a material, without checking values (material-schema.ts does that). */

/** A value for each kind. */
export function byKind<Result>(make: (kind: MaterialKind) => Result): Record<MaterialKind, Result> {
  return Object.fromEntries(materialKinds.map((kind) => [kind, make(kind)])) as Record<MaterialKind, Result>;
}

/** Every attribute, in the order documents show them. */
export const attributeNames = Object.keys(materialAttributes) as AttributeName[];

/** Those that administrators set. */
export const draftAttributes = attributeNames.filter(isDraftAttribute);

export function isDraftAttribute(name: AttributeName): name is DraftAttribute {
  return materialAttributes[name].isWritable;
}

/** The definition of an attribute, with what only some of them say. */
export function definitionOf(name: AttributeName): AttributeDefinition {
  return materialAttributes[name];
}

/** Whether materials of the kind have the attribute. Only books have covers. */
export function hasAttribute(kind: MaterialKind, name: AttributeName): boolean {
  return definitionOf(name).kinds.includes(kind);
}

/** Whether the attribute of the kind always has a value. Only papers need a year. */
export function requiresAttribute(kind: MaterialKind, name: AttributeName): boolean {
  return definitionOf(name).requiredFor.includes(kind);
}

/** The attribute's name in documents and rows. */
export function wireNameOf(name: AttributeName): string {
  return definitionOf(name).wireName ?? name;
}

/** The draft of what was given, with null for the rest. */
export function completeDraft<Given extends MaterialChange>(given: Given): NullDraft & Given {
  return { ...nullDraft, ...given };
}

type NullDraft = { [Name in DraftAttribute as null extends MaterialDraft[Name] ? Name : never]: null };

const nullDraft = Object.fromEntries(
  draftAttributes
    .filter((name) => materialKinds.some((kind) => !requiresAttribute(kind, name)))
    .map((name) => [name, null]),
) as NullDraft;

/** The required attributes that are missing or null, in the definition's order; an empty text counts as missing. */
export function findMissing(kind: MaterialKind, draft: { [Name in DraftAttribute]?: unknown }): DraftAttribute[] {
  return draftAttributes.filter((name) => {
    const value = draft[name];
    const isMissing = value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
    return isMissing && requiresAttribute(kind, name);
  });
}

/** Whether a stored file of that media type may be the document of a material of the kind. */
export function mayBeDocument(kind: MaterialKind, mediaType: string): boolean {
  return documentTypesOfKind[kind].some((type) => type === mediaType);
}

/** Whether the kind may be a web page. Only papers may. */
export function mayBeWebPage(kind: MaterialKind): boolean {
  return mayBeDocument(kind, 'text/html');
}

/** Whether a stored file of that media type may be a cover. */
export function mayBeCover(mediaType: string): boolean {
  return mediaType.startsWith('image/');
}

/** What a document of the kind may be, in words: `a PDF file`, `a PDF or HTML file`. */
export function documentWords(kind: MaterialKind): string {
  return `a ${documentTypesOfKind[kind].map((type) => typeNames[type]).join(' or ')} file`;
}

const typeNames = { 'application/pdf': 'PDF', 'text/html': 'HTML' };
