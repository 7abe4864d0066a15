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

/** What follows from the definition of a material, without checking values (material-schema.ts does that). */

/** A count of zero for every kind. */
export function noneOfAnyKind(): Record<MaterialKind, number> {
  return byKind(() => 0);
}

/** Every attribute, in the order documents show them. */
export const attributeNames = Object.keys(materialAttributes) as AttributeName[];

/** Those that administrators set. */
export const draftAttributes = attributeNames.filter(isDraftAttribute);

export function isDraftAttribute(name: AttributeName): name is DraftAttribute {
  return materialAttributes[name].isWritable;
}

/** The definition of an attribute, with its optional properties. */
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

/** Whether the attribute is a number that can be incremented and decremented. */
export function isCountable(name: DraftAttribute): name is CountableAttribute {
  return definitionOf(name).type === 'integer';
}

/** The attribute's name in documents and rows. */
export function wireNameOf(name: AttributeName): string {
  return definitionOf(name).wireName ?? name;
}

/** The whole draft, with null for what is absent. */
export function completeDraft(draft: IncompleteDraft): MaterialDraft {
  return Object.fromEntries<unknown>(draftAttributes.map((name) => [name, draft[name] ?? null])) as MaterialDraft;
}

/** Whether every attribute that the kind requires is there. */
export function isComplete(kind: MaterialKind, draft: MaterialChange): draft is IncompleteDraft {
  return draftAttributes.every((name) => !requiresAttribute(kind, name) || (draft[name] ?? null) !== null);
}

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
  return kindDefinitions[kind].documentTypes.some((type) => type === mediaType);
}

/** Whether the kind may be a web page. Only papers may. */
export function mayBeWebPage(kind: MaterialKind): boolean {
  return mayBeDocument(kind, 'text/html');
}

/** Whether a stored file of that media type may be a cover. */
export function mayBeCover(mediaType: string): boolean {
  // Browsers show no HEIC.
  return mediaType.startsWith('image/') && mediaType !== 'image/heic';
}

/** What a document of the kind may be, in words: `a PDF file`, `a PDF or HTML file`. */
export function documentWords(kind: MaterialKind): string {
  return `a ${kindDefinitions[kind].documentTypes.map((type) => typeNames[type]).join(' or ')} file`;
}

const typeNames = { 'application/pdf': 'PDF', 'text/html': 'HTML' };
